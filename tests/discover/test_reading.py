import io
import sys
from types import SimpleNamespace

import pytest

from grundy.discover.reading import PairTable, Series, parse_values, read_values
from grundy.rules.errors import PositionError


@pytest.mark.parametrize(
    ("text", "start", "values"),
    [
        ("0\n1\n2\n", 0, (0, 1, 2)),
        ("0\r\n1\r\n2", 0, (0, 1, 2)),
        ("5\n", 0, (5,)),
        ("0 1 2 0", 0, (0, 1, 2, 0)),
        ("[0, 1, 2, 0]", 0, (0, 1, 2, 0)),
        ("0,1,2,0,\n", 0, (0, 1, 2, 0)),
        ("value\n3\n4\n", 0, (3, 4)),
        ("n,g\n1,0\n2,5\n", 1, (0, 5)),
        ("n;g\n1;0\n2;5\n", 1, (0, 5)),
        ("n\tp\n1\t0\n2\t5\n", 1, (0, 5)),
        ("# A000001\n1 0\n2 5 # five\n\n3 7\n", 1, (0, 5, 7)),
        ("3 9\n1 7\n2 8\n", 1, (7, 8, 9)),
        ("0\n123456789012345678901234567890\n", 0, (0, 123456789012345678901234567890)),
    ],
)
def test_series_of_values(text, start, values):
    assert parse_values(text, "x") == Series("x", start, values)


@pytest.mark.parametrize(
    "text", ["P\nN\nP\n", "L\nW\nL", "lose\nWin\nlose", "False\nTrue\nFalse", "0,P\n1,N\n2,P", "n,p\n0,P\n1,N\n2,P"]
)
def test_outcomes(text):
    assert parse_values(text, "x") == Series("x", 0, ("P", "N", "P"), "outcome")


def test_zeros_and_ones_are_values():
    assert parse_values("0\n1\n0").about == "grundy"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x: there are no values"),
        ("# nothing\n\n", "x: there are no values"),
        ("0\n-1\n", "x, line 2: expected a Grundy value (an integer >= 0); read -1"),
        ("0\n1.5\n", "x, line 2: expected a value (an integer >= 0, or N or P); read '1.5'"),
        ("0\n+1\n", "x, line 2: expected a value"),
        ("0\n1_0\n", "x, line 2: expected a value"),
        ("0\n٣\n", "x, line 2: expected a value"),
        ("0\n1\nP\n", "x, line 3: expected a Grundy value, as above; read 'P'"),
        ("P\n1\n", "x, line 2: expected an outcome, as above; read 1"),
        ("0,1\n1,2\n3,4\n", "x, line 3: expected no gaps: the value of n = 2 is missing; read 3"),
        ("0,1\n1,2\n1,2\n", "x, line 3: expected each n once (n = 1 stands on line 2, too); read 1"),
        ("0,1\n1\n", "x, line 2: expected 2 columns, as above; read 1"),
        ("0\n1,2\n", "x, line 2: expected one value, as above; read 2"),
        ("0,1\n1,\n2,1\n", "x, line 2: expected 2 columns"),
        ("0,1\nx,3\n", "x, line 2: expected a heap size (an integer >= 0); read 'x'"),
        ("0\n" + "1" * 4001 + "\n", "x, line 2: expected a Grundy value of at most 4,000 digits; read 4,001"),
        ("0 0 1\n0 1 2\n2 0 1\n2 1 1\n", "x: there is a gap: no pair has the first heap 1"),
        ("0 0 1\n0 1 2\n1 0 1\n", "x: the value of (1, 1) is missing"),
        ("0 0 1\n0 0 1\n", "x, line 2: expected each pair once"),
    ],
)
def test_faults(text, message):
    with pytest.raises(PositionError) as caught:
        parse_values(text, "x")
    assert message in str(caught.value)


def test_pairs_as_triples_and_as_a_matrix():
    rows = tuple(tuple(a ^ b for b in range(5)) for a in range(5))
    triples = "\n".join(f"{a},{b},{a ^ b}" for a in range(5) for b in range(5))
    triangle = "\n".join(f"{a},{b},{a ^ b}" for a in range(5) for b in range(a, 5))
    matrix = "\n".join(" ".join(map(str, row)) for row in rows)
    assert parse_values(triples, "x") == PairTable("x", (0, 0), rows)
    assert parse_values(triangle, "x") == PairTable("x", (0, 0), rows)
    assert parse_values(matrix, "x") == PairTable("x", (0, 0), rows)
    assert parse_values(matrix, "x").symmetric
    assert not PairTable("x", (0, 0), ((0, 1), (2, 0))).symmetric


def test_pairs_of_outcomes():
    text = "a,b,win\n" + "\n".join(f"{a},{b},{a != b}" for a in range(1, 4) for b in range(1, 4))
    table = parse_values(text, "x")
    assert table.about == "outcome"
    assert table.starts == (1, 1)
    assert table.rows == (("P", "N", "N"), ("N", "P", "N"), ("N", "N", "P"))


def test_files_and_standard_input(tmp_path, monkeypatch):
    path = tmp_path / "v.csv"
    path.write_bytes(b"\xef\xbb\xbfn,g\n1,0\n2,1\n")
    assert read_values(path).values == (0, 1)
    path.write_bytes(b"0\n1\n\xff\n")
    with pytest.raises(PositionError, match=r"v.csv, line 3: not a text file"):
        read_values(path)
    with pytest.raises(PositionError, match="No such file"):
        read_values(tmp_path / "none")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"0\n1\n2\n")))
    assert read_values("-", start=1) == Series("standard input", 1, (0, 1, 2))


def test_a_million_lines():
    values = tuple(n % 7 for n in range(10**6))
    assert parse_values("\n".join(map(str, values))).values == values
