"""A page of the site as a page of the copy: its content only, no script, every link relative or to the live site.

The copy is made of the very pages that visitors see, so it cannot tell anything else.
"""

import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

VOID = frozenset("area br col hr img input link meta wbr".split())
LEFT_OUT = frozenset({"script", "form", "button", "input", "template"})
LEFT_OUT_CLASSES = frozenset({"noprint", "printed"})
KEPT = frozenset({"aria-hidden", "aria-label", "aria-labelledby", "aria-describedby"})
DROPPED_BEGINNINGS = ("hx-", "data-", "on", "aria-", "style")
DROPPED = frozenset({"rel", "tabindex", "target", "download", "autofocus"})
ICON = re.compile(r'<symbol id="([a-z-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL)


def icons_of(sheet: str) -> dict[str, tuple[str, str]]:
    """The drawings of a sheet of symbols by name, each with its view box: a page from a stick cannot look them up."""
    return {name: (box, drawing) for name, box, drawing in ICON.findall(sheet)}


class Copyist(HTMLParser):
    """Feed it a page; then `title`, `language` and `body` are what the copy takes over.

    `link` turns an address of the site into one of the copy.
    """

    def __init__(self, link: Callable[[str], str], icons: dict[str, tuple[str, str]]) -> None:
        super().__init__(convert_charrefs=False)
        self.link = link
        self.icons = icons
        self.title = ""
        self.language = ""
        self._out: list[str] = []
        self._inside = 0
        self._skipped: list[str] = []
        self._titled = False

    @property
    def body(self) -> str:
        return "".join(self._out).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]], *, closed: bool = False) -> None:
        values = {name: value or "" for name, value in attrs}
        self.language = values.get("lang", "") if tag == "html" else self.language
        self._titled = (tag == "title" and not self._inside) or self._titled
        if tag == "main":
            self._inside += 1
        elif self._skipped or (self._inside and _is_left_out(tag, values.get("class", "").split())):
            self._skipped += [] if closed or tag in VOID else [tag]
        elif self._inside and tag == "use":
            self._draw(values.get("href", ""))
        elif self._inside:
            self._out.append(self._start(tag, values, closed))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs, closed=True)

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            if self._skipped[-1] == tag:
                self._skipped.pop()
        elif tag == "main":
            self._inside -= 1
        elif tag == "title" and not self._inside:
            self._titled = False
        elif self._inside and tag != "use":
            self._out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._titled and not self._inside:
            self.title += data
        elif self._inside and not self._skipped:
            self._out.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def _start(self, tag: str, values: dict[str, str], closed: bool) -> str:
        if "href" in values:
            values["href"] = self.link(values["href"])
        kept = {name: value for name, value in values.items() if _is_kept(name)}
        written = "".join(f' {name}="{escape(value)}"' for name, value in kept.items())
        return f"<{tag}{written}{'/' if closed else ''}>"

    def _draw(self, href: str) -> None:
        """Draw a symbol in its place; the box goes to the svg that holds it."""
        box, drawing = self.icons.get(href.rpartition("#")[2], ("0 0 24 24", ""))
        for index in range(len(self._out) - 1, -1, -1):
            if self._out[index].startswith("<svg"):
                self._out[index] = self._out[index].replace("<svg", f'<svg viewBox="{box}"', 1)
                break
        self._out.append(drawing)


def _is_left_out(tag: str, classes: list[str]) -> bool:
    """What does not work in a copy, or is not meant to be taken along; a list of pages is the one way about it needs."""
    return tag in LEFT_OUT or not LEFT_OUT_CLASSES.isdisjoint(classes) or (tag == "nav" and "btns" not in classes)


def _is_kept(name: str) -> bool:
    return name in KEPT or not (name in DROPPED or name.startswith(DROPPED_BEGINNINGS))
