"""Sphinx's settings for the site that `scripts/docs site` builds; the pages are those of the checkout, staged."""

from __future__ import annotations

import inspect
import re
from typing import Any

from usimmarine_py.version import __version__

project = "usimmarine"
author = "the usimmarine developers"
project_copyright = author
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]

root_doc = "index"
exclude_patterns = ["docs/site"]
highlight_language = "none"
# docstrings write `names` and `values` as the Markdown pages do
default_role = "code"

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "attrs_inline"]
# a page may begin with its title and go on with ### where a table of contents is not wanted
suppress_warnings = ["myst.header"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"usimmarine {__version__}"
html_static_path = ["docs/site/static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def _plain(app: Any, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Docstrings are prose with formulas: |u| is a magnitude there, and DESIRED_ a prefix; neither is markup.

    A constant does not show the docstring of its type, a field of a tuple not its number.
    """
    first = lines[0] if lines and what in ("data", "attribute") else ""
    if first and (first.startswith("Alias for field") or first == (inspect.getdoc(type(obj)) or "").split("\n")[0]):
        lines.clear()
    for number, line in enumerate(lines):
        parts = re.split(r"(``.*?``|`.*?`)", line)
        parts[::2] = [re.sub(r"(?<=\w)_(?!\w)", r"\\_", part.replace("|", r"\|")) for part in parts[::2]]
        lines[number] = "".join(parts)


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _plain)
