"""The page about the API: the OpenAPI document as plain rows, so that a template shows it without any script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Data = Mapping[str, Any]


def operations(document: Data) -> Iterator[dict[str, Any]]:
    """Each operation of an OpenAPI document: methods, path, words, and the names that it takes.

    >>> get = {"summary": "X", "parameters": [{"name": "n", "schema": {"type": "integer"}}]}
    >>> paths = {"/api/x": {"get": get}}
    >>> [(one["method"], one["path"], one["fields"][0]["type"]) for one in operations({"paths": paths})]
    [('GET', '/api/x', 'integer')]
    """
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method == "post" and operation.get("summary") == methods.get("get", {}).get("summary"):
                continue  # the same by another method
            both = method == "get" and operation.get("summary") == methods.get("post", {}).get("summary")
            schema = _body(operation, document)
            fields = [_field(p["name"], p["schema"], p) for p in operation.get("parameters", ())]
            needed = schema.get("required", ())
            fields += [
                _field(name, value, {"required": name in needed, "description": value.get("description", "")})
                for name, value in schema.get("properties", {}).items()
            ]
            yield {
                "method": "GET, POST" if both else method.upper(),
                "path": path,
                "anchor": operation.get("operationId", ""),
                "title": operation.get("summary", ""),
                "words": operation.get("description", ""),
                "fields": fields,
                "form": method == "get" and "{" not in path,
            }


def _body(operation: Data, document: Data) -> Data:
    """The schema of the JSON that an operation takes."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema: Data = content.get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Data = document["components"]["schemas"][name] if name else schema
    return found


def _field(name: str, schema: Data, more: Data) -> dict[str, Any]:
    kinds = [one.get("type", "") for one in schema.get("anyOf", (schema,)) if one.get("type") != "null"]
    choices = " | ".join(map(str, schema.get("enum", ())))
    default = schema.get("default")
    examples = schema.get("examples") or ("",)
    return {
        "name": name,
        "type": choices or " | ".join(kinds),
        "default": "" if default is None else str(default).lower() if isinstance(default, bool) else str(default),
        "required": bool(more.get("required")),
        "words": more.get("description") or schema.get("description", ""),
        "example": examples[0],
    }
