"""Programs in Python, printed from `grundy.write.program`."""

from __future__ import annotations

import ast

from .program import Case, Lines, Program, commented, number_lines, wrapped

_DIVISIONS = {"floor_div": "//", "floor_mod": "%"}
_LISTS = {"Heaps", "Options"}


def python_program(program: Program) -> str:
    """The text of *program* in Python."""
    parts = [*commented(program.notes, "#"), "", "import sys"]
    parts += [""] if program.constants else []
    parts += [line for name, value in program.constants for line in _constant(name, value)]
    tree = ast.parse(program.functions)
    (answer,) = (f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == "answer")
    wanted = [argument.arg for argument in answer.args.args]
    for function in ast.fix_missing_locations(_Plain().visit(tree)).body:
        parts += ["", "", _double_quoted(ast.unparse(function))]
    if isinstance(program.reading, Lines):
        parts += ["", "", *_heaps(program.reading)]
    parts += ["", "", *_main(program, wanted), "", "", "main()", ""]
    return "\n".join(parts)


def _constant(name: str, value: int | tuple[int, ...] | str) -> list[str]:
    if isinstance(value, str):
        return [f"{name} = {'[]' if value == 'Heaps' else '{}'}"]
    if isinstance(value, int):
        return [f"{name} = {value}"]
    lines = number_lines(value)
    if len(lines) <= 1:
        return [f"{name} = [{''.join(lines)}]"]
    return [f"{name} = [", *(f"    {line}" for line in lines), "]"]


def _double_quoted(text: str) -> str:
    """Python's text with strings in double quotes where they hold none."""
    import io
    import tokenize

    lines = text.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING and token.string[0] == "'" and '"' not in token.string:
            (row, start), (_, end) = token.start, token.end
            lines[row - 1] = f'{lines[row - 1][:start]}"{token.string[1:-1]}"{lines[row - 1][end:]}'
    return "\n".join(lines)


class _Plain(ast.NodeTransformer):
    """The subset to Python without the types of C++."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        for argument in node.args.args:
            argument.annotation = None
        node.returns = None
        docstring = ast.get_docstring(node)
        if docstring is not None:
            node.body[0] = ast.Expr(ast.Constant("\n    ".join(wrapped(docstring, 92))))
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value or ast.Constant(0))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("wide", "int"):
            return node.args[0]
        if name == "range" and len(node.args) == 2 and getattr(node.args[0], "value", None) == 0:
            node.args = node.args[1:]
        if name in _DIVISIONS:
            operator: ast.operator = ast.FloorDiv() if name == "floor_div" else ast.Mod()
            return ast.BinOp(node.args[0], operator, node.args[1])
        if name == "ceil_div":
            down = ast.BinOp(ast.UnaryOp(ast.USub(), node.args[0]), ast.FloorDiv(), node.args[1])
            return ast.UnaryOp(ast.USub(), down)
        if name == "joined":
            texts = ast.Call(ast.Name("map"), [ast.Name("str"), node.args[0]], [])
            return ast.Call(ast.Attribute(ast.Constant(" "), "join"), [texts], [])
        if name == "key":
            return ast.Call(ast.Name("tuple"), [node.args[0]], [])
        if name in ("Heaps", "Options"):
            return ast.Call(ast.Name("list"), node.args, []) if node.args else ast.List([])
        if name == "Known":
            return ast.Dict([], [])
        return node


_READ = '''
LEAST = {reading.least}
LIMIT = {reading.most}


def refuse(place, message):
    """Stop at a line of the input that is no position."""
    sys.stdout.flush()
    sys.exit(f"line {{place}}: {{message}}")


def heap_of(word, place):
    """The heap that a word of a line says."""
    shown = "".join(chr(c) if 32 < c < 127 else "?" for c in word[:40]) + ("..." if len(word) > 40 else "")
    digits = word.lstrip(b"0") or b"0"
    if not word.isdigit():
        refuse(place, f"expected a heap, a whole number from {{LEAST}} to {{LIMIT}}, not {{shown}}")
    if len(digits) > 19 or int(digits) > LIMIT:
        refuse(place, f"{{shown}}: heap too large (at most {{LIMIT}})")
    if int(digits) < LEAST:
        refuse(place, f"{{shown}}: heap too small (at least {{LEAST}})")
    return int(digits)
'''


def _heaps(reading: Lines) -> list[str]:
    """The functions that read a heap."""
    return _READ.format(reading=reading).strip().split("\n")


def _main(program: Program, wanted: list[str]) -> list[str]:
    reading = program.reading
    if not isinstance(reading, Lines):
        return _cases(reading, wanted)
    counted = [
        f"        if len(heaps) not in {(0, *reading.counts)}:",
        f'            refuse(place, f"expected {reading.expected}, not {{len(heaps)}}")',
    ]
    return [
        "def main():",
        "    for place, line in enumerate(sys.stdin.buffer, 1):",
        "        heaps = [heap_of(word, place) for word in line.split()]",
        *(counted if reading.counts else []),
        "        if heaps:",
        "            print(answer(heaps))",
    ]


def _cases(case: Case, wanted: list[str]) -> list[str]:
    """The main function for input in cases."""
    numbered = "case_number" in wanted or case.counted
    lines = ["def main():", "    numbers = list(map(int, sys.stdin.buffer.read().split()))", "    lines = []"]
    lines += [] if case.counted else ["    at = 0"]
    lines += ["    case_number = 0"] if numbered else []
    if case.counted:
        lines += ["    cases = numbers[0]", "    at = 1", "    while case_number < cases:"]
    else:
        lines += ["    while at < len(numbers):"]
    for name, length in case.items:
        if length is None:
            lines += [f"        {name} = numbers[at]", "        at += 1"]
        else:
            lines += [f"        {name} = numbers[at:at + {length}]", f"        at += {length}"]
    if case.end:
        lines += [f"        if {_plain(case.end)}:", "            break"]
    lines += ["        case_number += 1"] if numbered else []
    lines += [f'        lines.append(answer({", ".join(wanted)}) + "\\n")']
    return [*lines, '    sys.stdout.write("".join(lines))']


def _plain(expression: str) -> str:
    """An expression of the subset in Python."""
    return ast.unparse(ast.fix_missing_locations(_Plain().visit(ast.parse(expression, mode="eval"))))
