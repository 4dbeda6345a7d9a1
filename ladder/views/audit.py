"""The audit trail: what was done, by whom, from where and in which role."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games import limits
from games.models import AuditEntry, User
from ladder.exports.answers import answer
from ladder.exports.table import Column, Table
from ladder.models import Role
from ladder.ratelimit import searches
from ladder.selectors.audit import addresses_seen, entries_for, found
from ladder.selectors.seasons import default_zone
from ladder.views.audit_parts import actor_name, told
from ladder.views.audit_things import things_of

A_PAGE = 50
DAY = dt.timedelta(days=1)


class AuditForm(forms.Form):
    """What is looked for. All fields may be empty; a wrong one finds everything and says so."""

    text = forms.CharField(label=gettext_lazy("Text of the reason, or act"), max_length=64, required=False)
    who = forms.CharField(label=gettext_lazy("Who"), max_length=64, required=False)
    kind = forms.SlugField(label=gettext_lazy("Object"), max_length=20, required=False)
    target = forms.IntegerField(label=gettext_lazy("Its number"), min_value=1, max_value=2**62, required=False)
    act = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    origin = forms.ChoiceField(
        label=gettext_lazy("From"),
        choices=[("", gettext_lazy("anywhere")), *AuditEntry.Origin.choices],
        required=False,
    )
    since = forms.DateField(label=gettext_lazy("From day"), required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(label=gettext_lazy("To day"), required=False, widget=forms.DateInput({"type": "date"}))

    def looked_for(self, zone: str) -> dict[str, Any]:
        """Arguments of `found`; days are those of the zone's clocks, whole ones."""
        wanted = {name: value for name, value in self.cleaned_data.items() if value}
        for name, more in (("since", dt.timedelta()), ("until", DAY)):
            if name in wanted:
                wanted[name] = dt.datetime.combine(wanted[name] + more, dt.time(), ZoneInfo(zone))
        return wanted


def entries_found(request: HttpRequest) -> tuple[AuditForm, QuerySet[AuditEntry], str]:
    """The form and what it finds among what this person may see. Raises `PermissionDenied` for who keeps nothing."""
    user = request.user
    assert isinstance(user, User)
    if not (user.is_superuser or Role.objects.filter(user=user).exists()):
        raise PermissionDenied
    zone, form = user.time_zone or default_zone(), AuditForm(request.GET)
    entries = entries_for(user)
    return form, found(entries, **form.looked_for(zone)) if form.is_valid() else entries, zone


@searches
@login_required
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    form, entries, zone = entries_found(request)
    page = Paginator(entries, A_PAGE).get_page(request.GET.get("page"))
    shown = list(page)
    lines, things = told(shown, zone, addresses_seen(request.user, shown)), things_of(shown)
    for line in lines:
        line["thing"] = things[line["entry"].kind, line["entry"].target_id]
    context = {"form": form, "page": page, "entries": lines, "zone": zone}
    return render(request, "ladder/audit.html", context)


@searches
@login_required
@require_safe
def audit_export(request: HttpRequest, suffix: str) -> HttpResponse:
    _form, entries, zone = entries_found(request)
    columns = [
        Column("at", _("When"), "instant"),
        Column("who", _("Who")),
        Column("role", _("Role")),
        Column("origin", _("From")),
        Column("act", _("Act")),
        Column("object", _("Object")),
        Column("kind", _("Kind")),
        Column("target", _("Its number"), "number"),
        Column("version", _("Version"), "number"),
        Column("reason", _("Reason")),
    ]
    found_entries = list(entries[: limits.EXPORT_ROWS])
    addresses, things = addresses_seen(request.user, found_entries), things_of(found_entries)
    rows = [
        {
            "at": entry.at,
            "who": actor_name(entry.actor, addresses),
            "role": entry.role,
            "origin": entry.origin,
            "act": entry.act,
            "object": things[entry.kind, entry.target_id].text,
            "kind": entry.kind,
            "target": entry.target_id,
            "version": entry.version,
            "reason": entry.reason,
        }
        for entry in found_entries
    ]
    return answer(suffix, Table(_("Audit trail"), columns, rows, name="audit", zone=zone))
