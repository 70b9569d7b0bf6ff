"""Holds the answers of the API to its schema."""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
from fastapi import FastAPI

METHODS = ("get", "put", "post", "patch", "delete")
Schema = dict[str, Any]


def list_operations(schema: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Every operation with its address and method."""
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def check_answer(app: FastAPI, method: str, path: str, status: int, data: Any) -> None:
    """Assert that an answer of the API in JSON has the form that the schema promises."""
    for pattern, described, operation in _list_patterns(app):
        if described == method.lower() and pattern.fullmatch(path):
            validator = _make_validator(app, operation, status)
            problems = [
                f"{'/'.join(map(str, one.instance_path))}: {one.message}" for one in validator.iter_errors(data)
            ]
            assert not problems, f"{operation} answered {status}, which does not fit its schema: {problems[:5]}"
            return


_SCHEMAS: list[Schema] = []
"""The schema, read once: it is the same for every app, and takes long to make."""
_PATTERNS: list[tuple[re.Pattern[str], str, str]] = []
_VALIDATORS: dict[tuple[str, int], jsonschema_rs.Validator] = {}


def _read_schema(app: FastAPI) -> Schema:
    if not _SCHEMAS:
        _SCHEMAS.append(json.loads(json.dumps(app.openapi()).replace("#/components/schemas/", "#/$defs/")))
    return _SCHEMAS[0]


def _list_patterns(app: FastAPI) -> list[tuple[re.Pattern[str], str, str]]:
    """Addresses without parameters come first: they win over those with one in the same place."""
    if not _PATTERNS:
        operations = sorted(list_operations(_read_schema(app)), key=lambda one: one[0].count("{"))
        _PATTERNS.extend(
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), method, operation["operationId"])
            for path, method, operation in operations
        )
    return _PATTERNS


def _make_validator(app: FastAPI, operation: str, status: int) -> jsonschema_rs.Validator:
    known = _VALIDATORS.get((operation, status))
    if known is not None:
        return known
    schema = _read_schema(app)
    found = next(one for *_, one in list_operations(schema) if one["operationId"] == operation)
    described = found["responses"].get(str(status)) or found["responses"].get(f"{status // 100}XX")
    assert described is not None, f"{operation} answers {status}, which the schema does not name"
    wanted = described["content"]["application/json"]["schema"]
    validator = jsonschema_rs.validator_for({**wanted, "$defs": schema["components"]["schemas"]})
    return _VALIDATORS.setdefault((operation, status), validator)
