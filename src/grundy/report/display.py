"""Studies as notebooks show them."""

from __future__ import annotations

from grundy.laws.latex import law_latex
from grundy.rules.errors import GrundyError
from grundy.solver.display import table_svg
from grundy.write.html import element, pairs_html, text_html

from .study import Study


def study_html(study: Study) -> str:
    """The rules in words, the law, its evidence, how it is known, and a picture of the table."""
    words = "".join(element("p", text_html(line)) for line in study.words)
    picture = None if study.table is None else table_svg(study.table)
    return element(
        "div",
        f"{element('h4', element('code', text_html(study.subject)))}{words}{pairs_html(_rows(study))}{picture or ''}",
    )


def _rows(study: Study) -> list[tuple[str, str]]:
    if study.evidence == "unknown":
        return [("law", "unknown"), ("why", text_html(study.why))]
    bound = f" to {study.checked_to}" if study.evidence == "checked" else ""
    about = "Grundy values" if study.about == "grundy" else "P-positions"
    rows = [
        (f"law of the {about}", text_html(study.law_text)),
        ("formula", element("code", text_html(study.law_formula))),
        ("evidence", element("b", text_html(study.evidence + bound))),
    ]
    if study.outcomes_text:
        rows.append(("P-positions", text_html(study.outcomes_text)))
    rows.append(("how it is known", text_html(study.why)))
    if study.advice:
        rows.append(("a winning move", text_html(study.advice)))
    return rows


def study_latex(study: Study) -> str | None:
    """The formula of the law; None where there is none, or one that this cannot write."""
    if study.data is None:
        return None
    try:
        return rf"$\displaystyle {law_latex(study.data)}$"
    except GrundyError:
        return None
