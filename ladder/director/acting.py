"""How the desk does an act: permission, once, and a page that keeps what was typed where it was not done."""

import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import transaction
from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.models import User
from games.services.errors import InvalidResult, NotAllowed
from games.services.once import Answer, KeyReused
from ladder.director.sentences import refusal
from ladder.permissions import Thing, may
from ladder.views.audit_parts import act_words, actor_name
from ladder.views.once import once_sent
from ladder.views.refusals import cannot_be, not_allowed
from tournaments.models import Act, Entrant, Stage, Tournament
from tournaments.selectors.needs import NEEDING
from tournaments.services.errors import Changed, Refused

KEY = re.compile(r"[0-9a-zA-Z_-]{8,64}")
Page = Callable[..., HttpResponse]
"""Makes the page again: `page(status=…, **more context)`."""


def tournament_at(request: HttpRequest, slug: str, act: str = "direct") -> Tournament:
    """The tournament, for somebody who may do this in it."""
    tournament = Tournament.objects.select_related("game").filter(slug=slug).first()
    if tournament is None:
        raise Http404(slug)
    check(request, act, tournament)
    return tournament


def stages_at(slug: str, **where: Any) -> list[Stage]:
    """Stages of a tournament with it at hand, each with `seen`, the number of the tournament's last act, and `needs`."""
    last = Act.objects.filter(tournament=OuterRef("tournament")).order_by("-number").values("number")[:1]
    rows = Stage.objects.filter(tournament__slug=slug, **where).select_related("tournament__game").order_by("number")
    stages = list(rows.annotate(seen=Coalesce(Subquery(last), 0), needs=NEEDING))
    if not stages:
        raise Http404(slug)
    for stage in stages:
        stage.tournament = stages[0].tournament
    return stages


def check(request: HttpRequest, act: str, thing: Thing | None) -> None:
    """403 for whoever may not do this."""
    if not may(request.user, act, thing):
        raise PermissionDenied


def number_sent(request: HttpRequest, name: str, default: int | None = None) -> int:
    """A whole number of the form. A form without it is none of ours."""
    return number_in(request.POST.get(name, ""), default)


def number_in(text: str, default: int | None = None) -> int:
    """The number that a hidden field holds."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    if default is None:
        raise BadRequest(text[:20])
    return default


def carry_out(request: HttpRequest, tournament: Tournament, act: Callable[[], object], *, done: str, page: Page) -> Any:
    """Do it once. Otherwise the page again with the reason: 422 where it cannot be, 409 where somebody was faster.

    Gives the redirect to make, by name and arguments of `page.to`, or the page.
    """

    def answered() -> Answer:
        with transaction.atomic():
            act()
        return {"done": True}

    key = request.POST.get("key", "")
    try:
        once_sent(request, key if KEY.fullmatch(key) else "", answered)
    except Changed:
        return page(status=409, since=acts_since(request, tournament))
    except Refused as why:
        return page(status=422, refused=refusal(why, names_in(tournament)), why=why)
    except InvalidResult as problem:
        return page(status=422, refused=cannot_be(problem))
    except NotAllowed as refused:
        if refused.code == "role":
            raise PermissionDenied from refused
        return page(status=422, refused=not_allowed(refused))
    except KeyReused:
        return page(status=422, refused=_("This form was sent before with something else. Start again."))
    messages.success(request, done)
    return None


def after(
    request: HttpRequest, tournament: Tournament, act: Callable[[], object], done: str, page: Page, *to: Any
) -> Any:
    """As `carry_out`, and on to the address `to` names when it is done."""
    return carry_out(request, tournament, act, done=done, page=page) or redirect(*to)


def acts_since(request: HttpRequest, tournament: Tournament) -> list[dict[str, Any]]:
    """What others did after the page was made that this form comes from."""
    seen = number_sent(request, "seen", 0)
    rows = tournament.acts.filter(number__gt=seen).select_related("actor__player").order_by("-number")[:10]
    return [told(act) for act in rows]


def told(act: Act) -> dict[str, Any]:
    """An act for a list."""
    return {"act": act, "what": act_words(f"tournament.{act.kind}"), "who": known_as(act.actor), "where": where(act)}


def known_as(user: User | None) -> str:
    """How those who run a tournament call each other: roles are given by address, so they may see it."""
    return actor_name(user, {user.pk: user.email} if user else None)


def where(act: Act) -> str:
    """Round and table of an act, where it has them."""
    parts = []
    if "round" in act.facts:
        parts.append(_("round %(n)s") % {"n": act.facts["round"]})
    if "table" in act.facts:
        parts.append(_("table %(n)s") % {"n": act.facts["table"]})
    return ", ".join(parts)


def last_number(tournament: Tournament) -> int:
    """The number of the last act: forms carry it, so that others' acts since can be shown."""
    return int(tournament.acts.aggregate(last=Max("number"))["last"] or 0)


def names_in(tournament: Tournament) -> dict[int, str]:
    """What people are called, by entrant."""
    return dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "player__name"))
