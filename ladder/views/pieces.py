"""Pieces of a month's ranking to take away: texts to copy, a frame, a table, a picture."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from ladder import formats
from ladder.models import Ladder, Season, TakeAway
from ladder.publishing import texts
from ladder.publishing.picture import NoFonts, picture_png, picture_svg
from ladder.selectors.kept import ranking_kept
from ladder.selectors.seasons import season_at, season_get

STYLES = {
    "telegram": gettext_lazy("Telegram"),
    "whatsapp": gettext_lazy("WhatsApp"),
    "discord": gettext_lazy("Discord"),
    "bbcode": gettext_lazy("Forum (BBCode)"),
}
EMBED_ROWS = 100
THEMES = ("auto", "light", "dark")


def season_for(slug: str, key: str) -> Season:
    ladder = get_object_or_404(Ladder.objects.select_related("take_away"), slug=slug)
    season = season_at(ladder, timezone.now()) if key == "latest" else season_get(ladder, key)
    if season is None or season.pk is None:
        raise Http404
    return season


def state_words(season: Season) -> str:
    """What stands in brackets beside a month."""
    if season.is_closed:
        return _("final, rev. %(n)s") % {"n": season.revision}
    return _("not open yet") if season.state_at(timezone.now()) == Season.State.UPCOMING else _("provisional")


def number(request: HttpRequest, name: str, default: int, most: int) -> int:
    """A number of the query within 1 to `most`; the default for anything else."""
    asked = request.GET.get(name, "")
    return min(int(asked), most) if asked.isascii() and asked.isdigit() and len(asked) < 6 and int(asked) else default


def pieces_of(ladder: Ladder) -> TakeAway:
    return getattr(ladder, "take_away", None) or TakeAway(ladder=ladder)


def text_of(season: Season, style: str, lines: int) -> str:
    pieces = pieces_of(season.ladder)
    template = pieces.texts.get(translation.get_language() or "", "")
    return texts.month_text(
        ranking_kept(season, played=False), state_words(season), template=template, lines=lines, style=style
    )


@require_safe
def take(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Everything to copy, as text in boxes; it works without script."""
    season = season_for(slug, key)
    ladder, pieces = season.ladder, pieces_of(season.ladder)
    lines = number(request, "rows", pieces.lines, texts.MOST_LINES)
    table, state = ranking_kept(season, played=False), state_words(season)
    address = reverse("take", args=[slug, season.key])
    embed = settings.SITE_URL + reverse("embed", args=[slug]) + "?rows=10&theme=auto"
    picture = settings.SITE_URL + reverse("picture", args=[slug, season.key, "png"])
    context: dict[str, Any] = {
        "section": "ranking",
        "ladder": ladder,
        "season": season,
        "first": formats.first_day(season),
        "lines": lines,
        "texts": [
            {
                "style": style,
                "name": name,
                "text": text_of(season, style, lines),
                "file": f"{address}{style}.txt?rows={lines}",
            }
            for style, name in STYLES.items()
        ],
        "frame": f'<iframe src="{embed}" title="{ladder.name}" width="100%" height="560" loading="lazy"></iframe>'
        if '"' not in ladder.name
        else f'<iframe src="{embed}" width="100%" height="560" loading="lazy"></iframe>',
        "embeddable": bool(pieces.embed_sites),
        "html": texts.html_table(table, state),
        "picture": picture,
        "svg": reverse("picture", args=[slug, season.key, "svg"]),
        "alt": texts.alt_text(table, state),
        "stable": [
            settings.SITE_URL + reverse("month_export", args=[slug, "latest", suffix]) for suffix in ("csv", "json")
        ],
    }
    return render(request, "ladder/take.html", context)


@require_safe
def text_file(request: HttpRequest, slug: str, key: str, style: str) -> HttpResponse:
    """One of the texts alone, as a file."""
    if style not in STYLES:
        raise Http404
    season = season_for(slug, key)
    lines = number(request, "rows", pieces_of(season.ladder).lines, texts.MOST_LINES)
    return HttpResponse(text_of(season, style, lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def picture(request: HttpRequest, slug: str, key: str, suffix: str) -> HttpResponse:
    """The first ten as SVG or PNG, in the league's language: the address is used where nobody's language is known."""
    season = season_for(slug, key)
    with translation.override(season.ladder.language):
        svg = picture_svg(ranking_kept(season, played=False), state_words(season))
    if suffix == "svg":
        answer = HttpResponse(svg, content_type="image/svg+xml")
    else:
        try:
            answer = HttpResponse(picture_png(svg), content_type="image/png")
        except NoFonts as problem:
            raise Http404(_("This server has no fonts to draw letters with; take the SVG.")) from problem
    answer["Cache-Control"] = "public, max-age=60"
    return answer


@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking alone, for a frame on another site: no cookie is read or set; the league says which sites may.

    Of the month that goes on, or of `?month=2026-10`.
    """
    ladder = get_object_or_404(Ladder.objects.select_related("take_away"), slug=slug)
    asked = request.GET.get("lang", "")
    theme = request.GET.get("theme", "auto")
    with translation.override(asked if asked in dict(settings.LANGUAGES) else ladder.language):
        season = season_for(slug, request.GET["month"]) if "month" in request.GET else season_at(ladder, timezone.now())
        table = ranking_kept(season, played=False)
        context = {
            "ladder": ladder,
            "language": translation.get_language(),
            "theme": theme if theme in THEMES else "auto",
            "first": formats.first_day(season),
            "state": state_words(season),
            "rows": table.ranked[: number(request, "rows", 10, EMBED_ROWS)],
            "more": texts.address(season) if season.pk else settings.SITE_URL + ladder.get_absolute_url(),
        }
        answer = render(request, "ladder/embed.html", context)
    sites = pieces_of(ladder).embed_sites
    answer._csp_replace = {"frame-ancestors": sites or ["'none'"]}  # type: ignore[attr-defined]
    answer["Cache-Control"] = "public, max-age=60"
    return answer
