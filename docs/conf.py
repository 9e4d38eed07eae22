from importlib.metadata import version as installed_version
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

project = "grundy"
author = copyright = "the grundy developers"
version = release = installed_version("grundy")
extensions = ["myst_nb", "sphinx.ext.autodoc"]  # myst_nb brings myst_parser
nb_execution_mode = "off"  # the notebooks hold their outputs; tests run them again
nb_mime_priority_overrides = [("html", "text/latex", None)]  # formulas would load MathJax from outside
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"grundy {version}"
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"


class Catalogue(SphinxDirective):
    """The games of the catalogue, from their declarations, when the pages are made."""

    def run(self) -> list[nodes.Node]:
        """The nodes that stand for the directive."""
        from grundy.games import summaries

        lines = [line for entry in summaries() for line in self.entry(entry)]
        holder = nodes.section()
        holder.document = self.state.document
        self.state.nested_parse(StringList(lines, "the catalogue"), 0, holder, match_titles=1)
        return holder.children

    @staticmethod
    def entry(entry: dict[str, Any]) -> list[str]:
        """The Markdown lines of one game."""
        least = f" (heaps at least {entry['least']})" if entry["least"] else ""
        oeis = entry["oeis"]
        lines = [
            f"## {entry['name']}",
            "",
            entry["words"],
            "",
            f"- Usage: `{entry['usage']}`",
            f"- Rules: `{entry['rules']}`{least}",
            f"- Source: {entry['source']}",
        ]
        lines += [f"- OEIS: [{oeis}](https://oeis.org/{oeis})"] if oeis else []
        return [*lines, f"- Example: `grundy solve '{entry['example']}'`", ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive ``catalogue``."""
    app.add_directive("catalogue", Catalogue)
    return {"parallel_read_safe": True}
