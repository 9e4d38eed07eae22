import json

import pytest
from click.testing import CliRunner
from tests.checker.making import certificate, changed_law, file_text, periodic

from grundy.cli.check import check
from grundy.rules.errors import CertificateError

BASH = certificate("h1 -> h1-v1 where v1 <= 3", periodic([0, 1, 2, 3], 0, 4), "period")
WRONG = changed_law(BASH, values=[0, 1, 2, 0])


def run(*args, **kwargs):
    return CliRunner().invoke(check, list(args), standalone_mode=False, **kwargs)


def test_a_valid_file(tmp_path):
    path = tmp_path / "bash.json"
    path.write_text(file_text(BASH))
    result = run(str(path))
    assert result.return_value == 0
    assert result.output.startswith(
        "valid: Under normal play of h1 -> h1-v1 where v1 <= 3: g(n+4) = g(n) for all n >= 0"
    )
    result = run(str(path), "--json")
    found = json.loads(result.output)
    assert list(found) == ["valid", "theorem", "why"]
    assert found["valid"] is True


def test_an_invalid_file(tmp_path):
    path = tmp_path / "bash.json"
    path.write_text(file_text(WRONG))
    result = run(str(path))
    assert result.return_value == 1
    assert result.output.startswith("invalid: period: g(3) is 3, not 0")
    assert json.loads(run(str(path), "--json").output)["valid"] is False


def test_standard_input():
    assert run("-", input=file_text(BASH)).return_value == 0
    assert isinstance(run("-", input="bash.json").exception, CertificateError)
    assert isinstance(run("-", input="").exception, CertificateError)
    assert isinstance(run("-", input="{}").exception, CertificateError)


@pytest.mark.parametrize("content", [None, "", "{", "hello", '{"format":"grundy certificate"}'])
def test_an_unreadable_file(tmp_path, content):
    path = tmp_path / "bad.json"
    if content is not None:
        path.write_text(content)
    assert isinstance(run(str(path)).exception, CertificateError)
