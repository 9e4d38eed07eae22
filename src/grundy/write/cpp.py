"""Programs in C++ (C++17, and the 128-bit integers of GCC and Clang), printed from `grundy.write.program`."""

from __future__ import annotations

import ast

from .program import LARGEST, Case, Lines, Program, commented, number_lines

_TYPES = {
    "int": "long long",
    "wide": "wide",
    "bool": "bool",
    "str": "std::string",
    "Heaps": "Heaps",
    "Options": "Options",
    "Known": "Known",
}
_BY_REFERENCE = {"Heaps", "Options", "Known", "str"}
_HELPERS = {
    "floor_div": (
        "// a / b, rounded down; b > 0.",
        "static wide floor_div(wide a, wide b) {",
        "    return a >= 0 ? a / b : -((b - 1 - a) / b);",
        "}",
    ),
    "floor_mod": (
        "// The remainder of a on division by b > 0, which is not negative.",
        "static wide floor_mod(wide a, wide b) {",
        "    wide rest = a % b;",
        "    return rest >= 0 ? rest : rest + b;",
        "}",
    ),
    "ceil_div": (
        "// a / b, rounded up; b > 0.",
        "static wide ceil_div(wide a, wide b) {",
        "    return a > 0 ? (a + b - 1) / b : -(-a / b);",
        "}",
    ),
    "joined": (
        "// The numbers with blanks between.",
        "static std::string joined(const Heaps& heaps) {",
        "    std::string text;",
        "    for (long long heap : heaps) {",
        '        if (!text.empty()) text += " ";',
        "        text += std::to_string(heap);",
        "    }",
        "    return text;",
        "}",
    ),
}
_OPERATORS = {
    ast.Add: ("+", 12),
    ast.Sub: ("-", 12),
    ast.Mult: ("*", 13),
    ast.FloorDiv: ("/", 13),
    ast.Mod: ("%", 13),
    ast.LShift: ("<<", 11),
    ast.RShift: (">>", 11),
    ast.BitAnd: ("&", 7),
    ast.BitXor: ("^", 6),
    ast.BitOr: ("|", 5),
}
_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_ATOM, _UNARY, _CHOICE = 20, 14, 2


def cpp_program(program: Program) -> str:
    """The text of *program* in C++."""
    tree = ast.parse(program.functions)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    used |= {value for _, value in program.constants if isinstance(value, str)}
    parts = [*commented(program.notes, "//"), ""]
    parts += [f"#include <{name}>" for name in _includes(program, used)]
    parts += ["", "using Heaps = std::vector<long long>;"]
    parts += ["using Options = std::vector<Heaps>;"] if "Options" in used else []
    parts += ["using Known = std::map<Heaps, long long>;"] if "Known" in used else []
    helpers = [text for name, text in _HELPERS.items() if name in used]
    if used & {"wide", "floor_div", "floor_mod", "ceil_div"}:
        parts += ["using wide = __int128;"]
    if program.constants:
        parts += ["", *(line for name, value in program.constants for line in _constant(name, value))]
    for helper in helpers:
        parts += ["", *helper]
    for function in tree.body:
        assert isinstance(function, ast.FunctionDef)  # noqa: S101  the builders write nothing else
        parts += ["", *_function(function)]
    if isinstance(program.reading, Lines):
        parts += ["", *_heaps(program.reading)]
    (answer,) = (f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == "answer")
    parts += ["", *_main(program.reading, [a.arg for a in answer.args.args]), ""]
    return "\n".join(parts)


def _includes(program: Program, used: set[str]) -> list[str]:
    names = {"iostream", "string", "vector"}
    if used & {"min", "max"}:
        names.add("algorithm")
    if "Known" in used:
        names.add("map")
    if isinstance(program.reading, Lines):
        names |= {"cstdlib", "sstream"}
    return sorted(names)


def _literal(value: int) -> str:
    if value > LARGEST:
        return f"{value}ULL"
    return str(value) if abs(value) < 2**31 else f"{value}LL"


def _constant(name: str, value: int | tuple[int, ...] | str) -> list[str]:
    if isinstance(value, str):
        return [f"static {value} {name};"]
    if isinstance(value, int):
        return [f"static const {'unsigned ' if value > LARGEST else ''}long long {name} = {_literal(value)};"]
    lines = number_lines(value)
    kind = "int" if all(abs(v) < 2**31 for v in value) else "long long"
    if len(lines) <= 1:
        return [f"static const {kind} {name}[] = {{{''.join(lines)}}};"]
    return [f"static const {kind} {name}[] = {{", *(f"    {line}" for line in lines), "};"]


def _function(node: ast.FunctionDef) -> list[str]:
    docstring = ast.get_docstring(node)
    comments = [] if docstring is None else commented([docstring], "//")
    arguments = ", ".join(_argument(a, node) for a in node.args.args)
    body = node.body if docstring is None else node.body[1:]
    returned = _TYPES[node.returns.id] if isinstance(node.returns, ast.Name) else "void"
    return [*comments, f"static {returned} {node.name}({arguments}) {{", *_block(body, 1), "}"]


def _argument(argument: ast.arg, function: ast.FunctionDef) -> str:
    kind = argument.annotation.id if isinstance(argument.annotation, ast.Name) else "int"
    if not any(isinstance(node, ast.Name) and node.id == argument.arg for node in ast.walk(function)):
        return f"{_TYPES[kind]} /* {argument.arg} */"
    if kind not in _BY_REFERENCE:
        return f"{_TYPES[kind]} {argument.arg}"
    return f"{'' if _changes(argument.arg, function) else 'const '}{_TYPES[kind]}& {argument.arg}"


def _changes(name: str, function: ast.FunctionDef) -> bool:
    """Whether a function changes the list or table *name*."""
    for node in ast.walk(function):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == name:
            return True
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name:
            return True
    return False


def _block(body: list[ast.stmt], depth: int) -> list[str]:
    return [f"{'    ' * depth}{line}" for statement in body for line in _statement(statement)]


def _statement(node: ast.stmt) -> list[str]:  # noqa: PLR0911 - a visitor is one match over all kinds of nodes
    match node:
        case ast.AnnAssign(target=target, annotation=ast.Name(id=kind), value=value) if value is not None:
            return [f"{_TYPES[kind]} {_expression(target)} = {_expression(value)};"]
        case ast.Assign(targets=[target], value=value):
            return [f"{_expression(target)} = {_expression(value)};"]
        case ast.AugAssign(target=target, op=op, value=value):
            return [f"{_expression(target)} {_OPERATORS[type(op)][0]}= {_expression(value)};"]
        case ast.Return(value=value) if value is not None:
            return [f"return {_expression(value)};"]
        case ast.Break():
            return ["break;"]
        case ast.Continue():
            return ["continue;"]
        case ast.Expr(value=value):
            return [f"{_expression(value)};"]
        case ast.If():
            return _if(node)
        case ast.While(test=test, body=body):
            return [f"while ({_expression(test)}) {{", *_block(body, 1), "}"]
        case ast.For():
            return [_for_head(node), *_block(node.body, 1), "}"]
    raise TypeError(f"no statement of the subset: {ast.unparse(node)}")


def _if(node: ast.If) -> list[str]:
    lines = [f"if ({_expression(node.test)}) {{", *_block(node.body, 1)]
    if not node.orelse:
        return [*lines, "}"]
    if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        first, *rest = _if(node.orelse[0])
        return [*lines, f"}} else {first}", *rest]
    return [*lines, "} else {", *_block(node.orelse, 1), "}"]


def _for_head(node: ast.For) -> str:
    name = _expression(node.target)
    match node.iter:
        case ast.Call(func=ast.Name(id="range"), args=args):
            texts = [_expression(a) for a in args]
            first, last = ("0", texts[0]) if len(texts) == 1 else texts[:2]
            if len(texts) == 3 and texts[2].startswith("-"):
                step = "--" + name if texts[2] == "-1" else f"{name} -= {texts[2][1:]}"
                return f"for (long long {name} = {first}; {name} > {last}; {step}) {{"
            step = "++" + name if len(texts) < 3 else f"{name} += {texts[2]}"
            end = args[0] if len(args) == 1 else args[1]
            match end:
                case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(1)):
                    return f"for (long long {name} = {first}; {name} <= {_within(left, 11)}; {step}) {{"
            return f"for (long long {name} = {first}; {name} < {_within(end, 11)}; {step}) {{"
        case over:
            kind = "const Heaps&" if name.startswith("option") or name == "row" else "long long"
            return f"for ({kind} {name} : {_expression(over)}) {{"


def _expression(node: ast.expr) -> str:
    return _printed(node)[0]


def _within(node: ast.expr, least: int) -> str:
    text, strength = _printed(node)
    return text if strength >= least else f"({text})"


def _printed(node: ast.expr) -> tuple[str, int]:  # noqa: C901, PLR0911 - the same
    """The text of an expression, and how strongly it binds."""
    match node:
        case ast.Constant(value=bool(value)):
            return ("true" if value else "false"), _ATOM
        case ast.Constant(value=int(value)):
            return _literal(value), _ATOM if value >= 0 else _UNARY
        case ast.Constant(value=str(value)):
            size = f", {len(value.encode('utf-8', 'surrogatepass'))}" if "\0" in value else ""
            return f'std::string("{_escaped(value)}"{size})' if size else f'"{_escaped(value)}"', _ATOM
        case ast.Name(id=name):
            return name, _ATOM
        case ast.BinOp(left=left, op=op, right=right):
            sign, strength = _OPERATORS[type(op)]
            least = strength if sign in "+-*" else max(strength + 1, 13)
            return f"{_within(left, least)} {sign} {_within(right, max(strength + 1, 13))}", strength
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"-{_within(operand, _UNARY)}", _UNARY
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"!{_within(operand, _ATOM)}", _UNARY
        case ast.Compare():
            return _comparison(node)
        case ast.BoolOp(op=op, values=values):
            sign, strength = ("&&", 4) if isinstance(op, ast.And) else ("||", 3)
            return f" {sign} ".join(_within(v, 8 if sign == "||" else 9) for v in values), strength
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"{_within(test, 9)} ? {_within(body, 3)} : {_within(orelse, 3)}", _CHOICE
        case ast.Subscript(value=value, slice=ast.UnaryOp(op=ast.USub())):
            return f"{_expression(value)}.back()", _ATOM
        case ast.Subscript(value=value, slice=index):
            return f"{_expression(value)}[{_expression(index)}]", _ATOM
        case ast.List(elts=elements):
            return f"Heaps{{{', '.join(map(_expression, elements))}}}", _ATOM
        case ast.Call(func=func, args=args):
            return _call(func, args), _ATOM
    raise TypeError(f"no expression of the subset: {ast.unparse(node)}")


def _comparison(node: ast.Compare) -> tuple[str, int]:
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
        found = f"{_expression(node.comparators[0])}.count({_expression(node.left)})"
        return f"{found} {'>' if isinstance(node.ops[0], ast.In) else '=='} 0", 10
    match node:
        case ast.Compare(ast.Call(ast.Name("len"), [name]), [ast.Gt() | ast.Eq() as op], [ast.Constant(0)]):
            return f"{'' if isinstance(op, ast.Eq) else '!'}{_expression(name)}.empty()", _UNARY
    terms = [node.left, *node.comparators]
    pieces = [
        f"{_within(a, 11)} {_COMPARISONS[type(op)]} {_within(b, 11)}"
        for a, op, b in zip(terms, node.ops, terms[1:], strict=False)
    ]
    return " && ".join(pieces), 10 if len(pieces) == 1 else 4


_CALLS = {
    "len": "(long long){}.size()",
    "min": "std::min<long long>({}, {})",
    "max": "std::max<long long>({}, {})",
    "str": "std::to_string({})",
    "key": "{}",
    "wide": "(wide){}",
    "int": "(long long){}",
}
_METHODS = {
    "append": "{}.push_back({})",
    "pop": "{}.pop_back()",
    "extend": "{0}.insert({0}.end(), {1}.begin(), {1}.end())",
}


def _call(func: ast.expr, args: list[ast.expr]) -> str:
    if isinstance(func, ast.Attribute):
        return _METHODS[func.attr].format(_expression(func.value), *map(_expression, args))
    name = _expression(func)
    if name in ("wide", "int"):
        return f"({_TYPES[name]}){_within(args[0], _ATOM)}"
    if name in _CALLS:
        return _CALLS[name].format(*map(_expression, args))
    if name in ("Heaps", "Options", "Known"):
        return f"{name}({', '.join(map(_expression, args))})"
    if name in ("floor_div", "floor_mod", "ceil_div"):
        return f"(long long){name}({', '.join(map(_expression, args))})"
    return f"{name}({', '.join(map(_expression, args))})"


def _escaped(text: str) -> str:
    known = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "?": "\\?"}
    return "".join(known.get(c) or (c if c.isprintable() else _octal(c)) for c in text)


def _octal(character: str) -> str:
    """A character as the octal numbers of its bytes; after three digits one ends, whatever follows."""
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogatepass"))


_READ = r"""
// Stops at a line of the input that is no position.
[[noreturn]] static void refuse(long long place, const std::string& message) {
    std::cout.flush();
    std::cerr << "line " << place << ": " << message << '\n';
    std::exit(1);
}

// The heap that a word of a line says.
static long long heap_of(const std::string& word, long long place) {
    std::string shown = word.substr(0, 40);
    for (char& c : shown) {
        if (c <= ' ' || c > '~') c = '?';
    }
    if (word.size() > 40) shown += "...";
    if (word.find_first_not_of("0123456789") != std::string::npos) {
        refuse(place, "expected a heap, a whole number from " + std::to_string(LEAST) + " to " + std::to_string(LIMIT) +
                          ", not " + shown);
    }
    long long heap = 0;
    for (char c : word) {
        if (c - '0' > LIMIT || heap > (LIMIT - (c - '0')) / 10) {
            refuse(place, shown + ": heap too large (at most " + std::to_string(LIMIT) + ")");
        }
        heap = 10 * heap + (c - '0');
    }
    if (heap < LEAST) refuse(place, shown + ": heap too small (at least " + std::to_string(LEAST) + ")");
    return heap;
}
"""


def _heaps(reading: Lines) -> list[str]:
    """The functions that read a heap."""
    return [*_constant("LEAST", reading.least), *_constant("LIMIT", reading.most), *_READ.rstrip().split("\n")]


def _counted(reading: Lines) -> list[str]:
    """The test that a line that is not empty has as many heaps as it should."""
    if not reading.counts:
        return []
    other = " && ".join(f"heaps.size() != {count}" for count in reading.counts)
    told = f'"expected {reading.expected}, not " + std::to_string(heaps.size())'
    return [f"        if (!heaps.empty() && {other}) {{", f"            refuse(place, {told});", "        }"]


def _main(reading: Lines | Case, wanted: list[str]) -> list[str]:
    begin = ["int main() {", "    std::ios::sync_with_stdio(false);", "    std::cin.tie(nullptr);"]
    if isinstance(reading, Lines):
        return [
            *begin,
            "    std::string line;",
            "    for (long long place = 1; std::getline(std::cin, line); ++place) {",
            "        std::istringstream words(line);",
            "        Heaps heaps;",
            "        for (std::string word; words >> word;) heaps.push_back(heap_of(word, place));",
            *_counted(reading),
            "        if (!heaps.empty()) std::cout << answer(heaps) << '\\n';",
            "    }",
            "}",
        ]
    numbered = "case_number" in wanted or reading.counted
    lines = [*begin, "    long long case_number = 0;"] if numbered else begin
    if reading.counted:
        lines += ["    long long cases;", "    std::cin >> cases;"]
    lines += [f"    while ({'case_number < cases' if reading.counted else 'true'}) {{"]
    for name, length in reading.items:
        if length is None:
            lines += [f"        long long {name};", f"        if (!(std::cin >> {name})) return 0;"]
        else:
            lines += [f"        Heaps {name}({length});", f"        for (long long& heap : {name}) std::cin >> heap;"]
    if reading.end:
        lines += [f"        if ({_expression(ast.parse(reading.end, mode='eval').body)}) return 0;"]
    lines += ["        ++case_number;"] if numbered else []
    return [*lines, f"        std::cout << answer({', '.join(wanted)}) << '\\n';", "    }", "}"]
