"""The manager's desk: the queue, and the panel of a month with its closing."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from games.models import Match
from games.services.errors import NotAllowed
from games.services.match_notices import waiting_remind
from ladder import formats, refusals
from ladder.desk.queue import KINDS, queue, sifted
from ladder.desk.reach import Reach
from ladder.models import Ladder, PendingRevision, Season
from ladder.models.ladder import season_fields
from ladder.permissions import may
from ladder.selectors.checklist import checklist
from ladder.selectors.kept import ranking_kept
from ladder.selectors.rankings import has_page, season_matches
from ladder.selectors.revisions import match_changes, pending_changes, revisions_of
from ladder.selectors.seasons import month_beside, season_at, season_get
from ladder.services import desk as services
from ladder.services import months as month_services
from ladder.services.ladders import ladder_change
from ladder.services.live import season_catch_up
from ladder.services.months import LONGEST_GRACE, MOST_AFTER, MonthConflict, MonthRefused
from ladder.services.silence import MOST_SILENCE, silence_set
from ladder.views.month_words import tag, until

PAGE = 20


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """The queue, oldest first, and the months that want something."""
    reach = Reach(request.user)
    ladders = reach.decided
    if not ladders:
        if request.user.tournament_roles.filter(kind="director").exists():
            return redirect("director_tournaments")
        raise PermissionDenied
    kind, who, old = (request.GET.get(name, "") for name in ("kind", "who", "old"))
    whole = queue(request.user, reach=reach)
    items = sifted(whole, request.user, kind=kind, who=who, old=bool(old))
    counts = {name: sum(one.item.kind == name for one in whole) for name in KINDS}
    context = {
        "section": "desk",
        "page": Paginator(items, PAGE).get_page(request.GET.get("page")),
        "kinds": [(name, one.title, counts[name]) for name, one in KINDS.items() if counts[name] or name == kind],
        "all": len(whole),
        "kind": kind,
        "who": who,
        "old": old,
        "months": [month_card(season) for season in months_wanting(ladders)],
        "zone": ladders[0].time_zone,
        "next_close": "" if whole else next_close(ladders),
        "directs": may(request.user, "create_tournament"),
    }
    return render(request, "ladder/desk.html", context)


def months_wanting(ladders: list[Ladder]) -> list[Season]:
    """The months that are going on, wait to be closed, or have something pending."""
    now = timezone.now()
    seasons = Season.objects.filter(ladder__in=ladders).select_related("ladder", "rules")
    lately = Q(end__gte=now - dt.timedelta(days=31))
    near = Q(start__lte=now) & (lately | Q(revision=0)) | Q(pending__isnull=False)
    found = list(seasons.filter(near).annotate(waits=Count("pending")))
    wanting = [season for season in found if season.waits or not season.is_closed]
    wanting += [season for ladder in ladders for season in months_unopened(ladder, found, now)]
    return sorted(wanting, key=lambda season: (season.is_closed, -season.number))[:12]


def months_unopened(ladder: Ladder, found: list[Season], now: dt.datetime) -> list[Season]:
    """The present month and the one before it, as far as nothing counts there yet; `found` are those that are opened."""
    local = now.astimezone(ladder.zone)
    present = Season(ladder=ladder, **season_fields(ladder, local.year, local.month))
    opened = {season.number: season for season in found if season.ladder_id == ladder.pk}
    present.beside = {season.number - present.number: season for season in opened.values()}
    before = month_beside(present, -1)
    over = before.pk is None and has_page(before, now)
    return [*([] if present.number in opened else [present]), *([before] if over else [])]


def month_card(season: Season) -> dict[str, Any]:
    now = timezone.now()
    return {
        "season": season,
        "first": formats.first_day(season),
        "tag": tag(season, now),
        "until": until(season, now),
        "url": reverse("desk_month", args=[season.ladder.slug, season.key]),
    }


def next_close(ladders: list[Ladder]) -> str:
    """October closes on 5 November: what comes next where nothing needs anybody."""
    seasons = [season_at(ladder, timezone.now()) for ladder in ladders]
    season = min(seasons, key=lambda season: season.grace_until)
    return _("Next: %(month)s can be closed from %(day)s.") % {
        "month": formats.month(formats.first_day(season)),
        "day": formats.day(season.grace_until, season.ladder.time_zone, year=True),
    }


def item_of(request: HttpRequest) -> str:
    """The item that a form is about, if this person's desk has it."""
    key = request.POST.get("item", "")
    kind = key.partition("-")[0]
    if kind not in KINDS or all(one.item.key != key for one in queue(request.user, kind=kind)):
        raise Http404
    return key


def back(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse('desk')}#{request.POST.get('item', '')}" if "item" in request.POST else "desk")


@login_required
@require_POST
def take(request: HttpRequest) -> HttpResponse:
    """Take an item, or give it back."""
    key = item_of(request)
    if request.POST.get("release"):
        services.item_release(key, by=request.user)
        return back(request)
    try:
        services.item_take(key, by=request.user)
    except services.Taken:
        messages.error(request, _("Somebody else took it a moment ago."))
    return back(request)


@login_required
@require_POST
def comment(request: HttpRequest) -> HttpResponse:
    """Say something about an item, or put it away."""
    key, done = item_of(request), bool(request.POST.get("done"))
    if services.item_comment(key, request.POST.get("text", ""), by=request.user, done=done) is None:
        messages.error(request, _("Write what you found, so that the others know."))
    return back(request)


# The panel of a month


def season_for(request: HttpRequest, slug: str, key: str, act: str = "desk") -> Season:
    """The month, for somebody who may do this in its league. A league of others is not there for him."""
    ladder = get_object_or_404(Ladder, slug=slug)
    if not may(request.user, act, ladder):
        raise PermissionDenied
    season = season_get(ladder, key)
    if season is None or not has_page(season, timezone.now()):
        raise Http404
    return season


@login_required
@require_safe
def month(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    return month_panel(request, season_for(request, slug, key))


def month_panel(request: HttpRequest, season: Season, status: int = 200, **more: Any) -> HttpResponse:
    """State, checklist and preview of revision 1; of a closed month its revisions, and the pending one."""
    now = timezone.now()
    pending = PendingRevision.objects.filter(season=season.pk).first()
    checks = [] if season.is_closed else checklist(season, now)
    context = {
        **month_card(season),
        "section": "desk",
        "ladder": season.ladder,
        "zone": season.ladder.time_zone,
        "checks": checks,
        "blocked": any(check.blocking for check in checks),
        "over": now >= season.end,
        "last_day": (season.grace_until - dt.timedelta(seconds=1)).astimezone(season.ladder.zone).date(),
        "taking": not season.is_closed and now < season.grace_until,
        "manages": may(request.user, "close_month", season.ladder),
        "pending": pending,
        "causes": [refusals.cause(cause) for cause in pending.causes] if pending else [],
        "changes": pending_changes(season) if pending else [],
        "match_changes": match_changes(season, season.revision, season.revision + 1) if pending else [],
        "revisions": revisions_of(season),
        "preview": None if season.is_closed else ranking_kept(season, played=False),
        "reason": request.POST.get("reason", ""),
        **more,
    }
    return render(request, "ladder/desk_month.html", context, status=status)


def carry_out(request: HttpRequest, season: Season, act: Callable[[], object], done: str) -> HttpResponse:
    """Do it, or show the panel with the reason why not; 409 if the month changed since it was seen."""
    try:
        act()
    except NotAllowed as refused:
        raise PermissionDenied from refused
    except MonthRefused as refused:
        return month_panel(request, season, 422, refused=refusals.month(refused), refused_checks=refused.checks)
    except MonthConflict:
        season = season_get(season.ladder, season.key) or season
        if season.pk is not None:
            season_catch_up(season)
            season.refresh_from_db()
        return month_panel(request, season, 409, conflict=True)
    messages.success(request, done)
    return redirect("desk_month", season.ladder.slug, season.key)


def version_of(request: HttpRequest) -> int:
    """The version that the person has seen. A form without it is none of ours."""
    text = request.POST.get("version", "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRequest("version")
    return int(text)


@login_required
@require_POST
def close(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    season, version = season_for(request, slug, key, "close_month"), version_of(request)
    return carry_out(
        request,
        season,
        lambda: month_services.month_close(
            season, by=request.user, version=version, warned=bool(request.POST.get("warned"))
        ),
        _("Closed: revision 1 is published."),
    )


@login_required
@require_POST
def revise(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Publish the pending revision, or decline it."""
    season, version = season_for(request, slug, key, "revise_month"), version_of(request)
    reason = request.POST.get("reason", "")
    if request.POST.get("decline"):
        act, done = month_services.month_decline, _("Declined: the month stays as it was published.")
    else:
        act, done = month_services.month_revise, _("The revision is published.")
    return carry_out(request, season, lambda: act(season, by=request.user, reason=reason, version=version), done)


@login_required
@require_POST
def rule(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take a match into the month, or leave it out."""
    season, version = season_for(request, slug, key, "rule_month"), version_of(request)
    match = get_object_or_404(Match, slug=request.POST.get("match", ""))
    takes = request.POST.get("kind") == "in"
    act = month_services.match_take_in if takes else month_services.match_leave_out
    return carry_out(
        request,
        season,
        lambda: act(season, match, by=request.user, version=version),
        _("Taken in.") if takes else _("Left out for now."),
    )


@login_required
@require_POST
def remind(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Ask those who could confirm a match of the month once more."""
    season = season_for(request, slug, key, "rule_month")
    match = get_object_or_404(season_matches(season), slug=request.POST.get("match", ""))
    if told := waiting_remind(match, request.user):
        text = ngettext("%(n)s account is reminded.", "%(n)s accounts are reminded.", told)
        messages.success(request, text % {"n": told})
    else:
        messages.error(request, _("Nobody could be reminded: no account can confirm it, or all were reminded today."))
    return redirect("desk_month", season.ladder.slug, season.key)


@login_required
@require_POST
def grace(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take results of the month up to the end of a later day, by the league's clocks."""
    season, version = season_for(request, slug, key, "close_month"), version_of(request)
    try:
        after = dt.date.fromisoformat(request.POST.get("day", "").strip()) + dt.timedelta(days=1)
    except (ValueError, OverflowError):
        return month_panel(request, season, 422, refused=_("Give a day of the calendar, as 2026-11-12."))
    until = dt.datetime.combine(after, dt.time(), season.ladder.zone).astimezone(dt.UTC)
    return carry_out(
        request,
        season,
        lambda: month_services.grace_lengthen(season, until, by=request.user, version=version),
        _("Lengthened: results of the month are taken until then."),
    )


def ladder_for(request: HttpRequest, slug: str, act: str) -> Ladder:
    """The league of an address, for somebody who may do this with it."""
    ladder = get_object_or_404(Ladder, slug=slug)
    if not may(request.user, act, ladder):
        raise PermissionDenied
    return ladder


def number_up_to(request: HttpRequest, field: str, most: int) -> int | None:
    """A whole number that a form sent; None where it is none, or more than `most`."""
    text = request.POST.get(field, "").strip()
    fits = text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most
    return int(text) if fits else None


@login_required
@require_POST
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """What a league is called, how long its months take results, and who may see its logs."""
    ladder, most = ladder_for(request, slug, "change_league"), LONGEST_GRACE.days
    name, days = request.POST.get("name", "").strip(), number_up_to(request, "days", most)
    if days is None:
        messages.error(request, _("Give a number of days up to %(most)s.") % {"most": most})
        return redirect("desk")
    try:
        ladder_change(ladder, by=request.user, name=name, grace_days=days, logs_public="logs" in request.POST)
    except ValidationError as problem:
        messages.error(request, " ".join(problem.messages))
    else:
        messages.success(request, _("Saved."))
    return redirect("desk")


@login_required
@require_POST
def closing(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether months of the league close by themselves, and after how many days."""
    ladder = ladder_for(request, slug, "close_month")
    days = number_up_to(request, "days", MOST_AFTER)
    if days is None and request.POST.get("days", "").strip():
        messages.error(request, _("Give a number of days up to 60, or none."))
    else:
        month_services.closing_set(ladder, days=days, by=request.user)
        messages.success(request, _("Saved."))
    return redirect("desk")


@login_required
@require_POST
def silence(request: HttpRequest, slug: str) -> HttpResponse:
    """After how many hours a result with a table record is confirmed, if nobody objects."""
    ladder = ladder_for(request, slug, "set_silence")
    hours = number_up_to(request, "hours", MOST_SILENCE)
    if hours is None:
        messages.error(request, _("Give a number of hours up to %(most)s; 0 for never.") % {"most": MOST_SILENCE})
    else:
        silence_set(ladder, hours=hours, by=request.user)
        messages.success(request, _("Saved."))
    return redirect("desk")
