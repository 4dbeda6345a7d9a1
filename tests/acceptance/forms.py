"""The forms of a page as a browser without script would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class Form:
    """Where a form goes, and what is in it as it was served."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    buttons: dict[str, list[str]] = field(default_factory=dict)
    disabled: bool = False


class Forms(HTMLParser):
    """All forms of a page, in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside = False
        self.select = self.area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = True
            self.forms.append(Form(told.get("action", ""), told.get("method", "get")))
        elif self.inside:
            self.control(tag, told)

    def control(self, tag: str, told: dict[str, str]) -> None:
        form, name = self.forms[-1], told.get("name", "")
        if tag == "button":
            form.disabled = form.disabled or "disabled" in told
            form.buttons.setdefault(name, []).append(told.get("value", ""))
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and ("selected" in told or self.select not in form.values):
            form.values[self.select] = told.get("value", "")
        elif tag == "textarea":
            self.area = name
            form.values[name] = ""
        elif tag == "input" and name and is_sent(told):
            form.values[name] = told.get("value", "on" if told.get("type") == "checkbox" else "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.forms[-1].values[self.area] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""


def is_sent(told: dict[str, str]) -> bool:
    kind = told.get("type")
    return kind != "file" and (kind not in ("radio", "checkbox") or "checked" in told)


def form_of(page: str, part: str, **having: Any) -> Form:
    """The form whose address ends so (`""`: the page's own) and that holds these values."""
    found = [
        form
        for form in Forms(page).forms
        if form.method.lower() == "post"
        and form.action.endswith(part)
        and (part or not form.action)
        and all(form.values.get(name) == str(value) for name, value in having.items())
    ]
    assert found, f"the page has no form to “{part}” with {having}"
    return found[0]
