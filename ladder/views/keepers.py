"""Who keeps a league: its managers and arbiters, and giving, taking and laying down those roles."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.models import User
from ladder.models import Ladder, Role
from ladder.permissions import may
from ladder.publishing.forms import GrantForm
from ladder.selectors.audit import addresses_seen, entries_for
from ladder.services.roles import LastManager, role_grant, role_revoke
from ladder.views.audit_parts import actor_name, told
from ladder.views.publishing import kept


@login_required
@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "ladder/keepers.html", people_context(request, kept(request, slug, "see_people")))


def people_context(request: HttpRequest, ladder: Ladder, form: GrantForm | None = None) -> dict[str, Any]:
    roles = ladder.roles.select_related("user__player")
    grants = may(request.user, "grant", ladder)
    user = request.user
    assert isinstance(user, User)
    entries = list(entries_for(user).filter(kind="role", facts__ladder=ladder.slug)[:30])
    addresses = {role.user_id: role.user.email for role in roles} if grants else {}
    keepers = [
        {
            "role": role,
            "name": actor_name(role.user, addresses),
            "address": addresses.get(role.user_id, ""),
            "is_me": role.user_id == request.user.pk,
        }
        for role in roles
    ]
    managers = sum(role.kind == Role.Kind.MANAGER and role.user.is_active for role in roles)
    return {
        "section": "ranking",
        "ladder": ladder,
        "zone": ladder.time_zone,
        "keepers": keepers,
        "healthy": managers >= 2,
        "may_grant": grants,
        "form": form or GrantForm(kinds=Role.Kind.choices),
        "entries": told(entries, ladder.time_zone, addresses | addresses_seen(user, entries)),
    }


@login_required
@require_POST
def grant(request: HttpRequest, slug: str) -> HttpResponse:
    ladder = kept(request, slug, "grant")
    form = GrantForm(request.POST, kinds=Role.Kind.choices)
    if form.is_valid():
        user = User.objects.filter(email=form.cleaned_data["email"].strip().lower(), is_active=True).first()
        if user is None:
            form.add_error("email", _("No account has this address. Whoever it is must sign up first."))
        elif role_grant(user, form.cleaned_data["kind"], ladder=ladder, by=request.user):
            messages.success(request, _("The role is given."))
            return redirect("people", slug)
        else:
            form.add_error("email", _("This account has that role already."))
    return render(request, "ladder/keepers.html", people_context(request, ladder, form), status=422)


@login_required
@require_POST
def revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a role away; one's own may be laid down by whoever has it."""
    ladder = get_object_or_404(Ladder, slug=slug)
    number = request.POST.get("role", "")
    role = get_object_or_404(
        ladder.roles.select_related("user"),
        pk=int(number) if number.isascii() and number.isdecimal() and len(number) < 16 else 0,
    )
    own = role.user_id == request.user.pk
    if not may(request.user, "resign" if own else "grant", ladder):
        raise PermissionDenied
    try:
        role_revoke(role.user, role.kind, ladder=ladder, by=request.user)
    except LastManager:
        messages.error(request, _("This is the last manager. Make somebody else a manager first."))
    else:
        messages.success(request, _("You laid down the role.") if own else _("The role is taken away."))
    return redirect("people" if may(request.user, "see_people", ladder) else "league", slug)
