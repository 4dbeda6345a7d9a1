"""Forms of targets, texts and frames. A secret is only ever written: no form shows one."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from games import limits, outgoing
from ladder.models import PublishTarget, TakeAway
from ladder.publishing import texts
from ladder.publishing.targets import folder, ftp, sftp
from ladder.publishing.words import PROBLEMS

Kind = PublishTarget.Kind
PLACE_OF: dict[str, tuple[str, ...]] = {
    Kind.FOLDER: ("root", "folder"),
    Kind.SFTP: ("host", "port", "user", "path"),
    Kind.FTPS: ("host", "port", "user", "path"),
    Kind.FTP: ("host", "port", "user", "path"),
    Kind.S3: ("endpoint", "region", "bucket", "path", "user"),
}
PORTS = {Kind.SFTP: sftp.PORTS, Kind.FTPS: ftp.PORTS, Kind.FTP: ftp.PORTS}
MOST_SITES = 20
ONE_LINE = RegexValidator(r"\A[^\x00-\x1f\x7f]*\Z", _("Only one line, without control characters."))
REMOTE_PATH = RegexValidator(r"\A[^\x00-\x1f\x7f\\]*\Z", _("Only one line, with / between folders."))


class TargetForm(forms.Form):
    """A target of one kind, new (`target` None) or there."""

    name = forms.CharField(label=_("Name"), max_length=limits.NAME_LENGTH, validators=[ONE_LINE])
    root = forms.ChoiceField(label=_("Where"))
    folder = forms.RegexField(
        rf"\A{folder.NAME.pattern}\Z",
        label=_("Folder"),
        help_text=_("Small letters, digits and dashes; it is made if it is not there."),
    )
    endpoint = forms.CharField(
        label=_("Address of the service"), max_length=200, help_text=_("For example https://s3.eu-central-1.example.")
    )
    region = forms.CharField(label=_("Region"), max_length=40, required=False, validators=[ONE_LINE])
    bucket = forms.RegexField(r"\A[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\Z", label=_("Bucket"))
    host = forms.CharField(label=_("Server"), max_length=253, validators=[ONE_LINE])
    port = forms.IntegerField(label=_("Port"), min_value=1, max_value=65535, required=False)
    path = forms.CharField(
        label=_("Folder there"), max_length=200, required=False, validators=[REMOTE_PATH], help_text=_("It must exist.")
    )
    user = forms.CharField(label=_("User or key name"), max_length=200, validators=[ONE_LINE])
    secret = forms.CharField(
        label=_("Password or secret key"),
        max_length=500,
        required=False,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    private_key = forms.CharField(
        label=_("Private key instead of a password"),
        max_length=limits.TEXT_LENGTH,
        required=False,
        widget=forms.Textarea({"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("In the form of OpenSSH, without a pass phrase."),
    )
    hourly = forms.BooleanField(label=_("Also hourly while the month is open, if something changed"), required=False)

    def __init__(self, *args: Any, kind: str, target: PublishTarget | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.kind, self.target = kind, target
        wanted = {"name", "hourly", *PLACE_OF[kind]} | ({"secret"} if kind != Kind.FOLDER else set())
        wanted |= {"private_key"} if kind == Kind.SFTP else set()
        for name in set(self.fields) - wanted:
            del self.fields[name]
        if "root" in self.fields:
            self.fields["root"].choices = [(str(root), str(root)) for root in folder.roots()]  # type: ignore[attr-defined]
        if target is not None:
            self.initial = {"name": target.name, "hourly": target.hourly, **target.place}
            if "secret" in self.fields:
                self.fields["secret"].help_text = _("Leave it empty to keep the one that is there. It is never shown.")
        elif "port" in self.fields:
            self.initial["port"] = PORTS[Kind(kind)][0]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.target is None and "secret" in self.fields and not self.given_secret:
            self.add_error("secret", _("A password or a key is needed."))
        try:
            if "host" in cleaned:
                port = cleaned.get("port") or PORTS[Kind(self.kind)][0]
                outgoing.addresses_of(cleaned["host"], port, ports=PORTS[Kind(self.kind)])
            if "endpoint" in cleaned:
                check_web_address(cleaned["endpoint"])
        except outgoing.Unreachable as problem:
            self.add_error("host" if "host" in cleaned else "endpoint", PROBLEMS[problem.code])
        return cleaned

    @property
    def given_secret(self) -> str:
        return self.cleaned_data.get("private_key") or self.cleaned_data.get("secret") or ""

    @property
    def place(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in PLACE_OF[self.kind] if self.cleaned_data[name] is not None}


def check_web_address(url: str) -> None:
    """Raise `Unreachable` for what may not be called over http(s)."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as problem:
        raise outgoing.Unreachable("scheme") from problem
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise outgoing.Unreachable("scheme")
    outgoing.addresses_of(parts.hostname, port)


class PiecesForm(forms.Form):
    """The text of a league in its languages, and the sites that may show its ranking in a frame."""

    lines = forms.IntegerField(label=_("Lines of the text"), min_value=1, max_value=texts.MOST_LINES)
    sites = forms.CharField(
        label=_("Sites that may embed the ranking"),
        required=False,
        max_length=limits.REASON_LENGTH * 2,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
        help_text=_("One a line, such as https://forum.example. Without any, no site may show it in a frame."),
    )

    def __init__(self, *args: Any, pieces: TakeAway, **options: Any) -> None:
        super().__init__(*args, **options)
        for code, name in settings.LANGUAGES:
            self.fields[f"text_{code}"] = forms.CharField(
                label=_("Text in %(language)s") % {"language": name},
                required=False,
                max_length=limits.REASON_LENGTH,
                widget=forms.Textarea({"rows": 4}),
                help_text=_("Empty: the usual text. Place-holders: %(names)s.")
                % {"names": ", ".join(f"{{{holder}}}" for holder in texts.HOLDERS)},
            )
            self.initial[f"text_{code}"] = pieces.texts.get(code, "")
        self.initial |= {"lines": pieces.lines, "sites": "\n".join(pieces.embed_sites)}

    def clean_sites(self) -> list[str]:
        sites = list(dict.fromkeys(self.cleaned_data["sites"].split()))
        if len(sites) > MOST_SITES:
            raise forms.ValidationError(_("No more than %(n)s sites."), params={"n": MOST_SITES})
        for site in sites:
            if not is_origin(site):
                message = _("“%(site)s” is no address of a site; write it like https://forum.example.")
                raise forms.ValidationError(message, params={"site": site})
        return sites

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in [name for name in cleaned if name.startswith("text_")]:
            cleaned[name] = cleaned[name].replace("\r\n", "\n")
            try:
                texts.check_template(cleaned[name])
            except texts.UnknownHolder as problem:
                message = _("There is no place-holder “%(name)s”.")
                self.add_error(name, forms.ValidationError(message, params={"name": problem.name}))
        return cleaned

    @property
    def templates(self) -> dict[str, str]:
        found = {
            name.removeprefix("text_"): text for name, text in self.cleaned_data.items() if name.startswith("text_")
        }
        return {code: text for code, text in found.items() if text}


def is_origin(site: str) -> bool:
    """Whether this is scheme, host and perhaps a port, and nothing that could say more in a policy."""
    try:
        parts = urlsplit(site)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    plain = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
    letters = all(character.isascii() and (character.isalnum() or character in ".-") for character in host)
    return parts.scheme in ("http", "https") and bool(host) and letters and site.rstrip("/") == plain


class GrantForm(forms.Form):
    """Somebody by the address of his account, and the role he gets."""

    email = forms.EmailField(label=_("E-mail address of the account"))
    kind = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, kinds: list[tuple[str, Any]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]
