"""Where somebody is logged in: seen by himself, and ended."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ladder.selectors.seasons import default_zone
from ladder.selectors.sessions import logged_in
from ladder.services.sessions import sessions_end


@login_required
@never_cache
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    places = logged_in(request.user, request.session.session_key)
    return render(request, "ladder/sessions.html", {"section": "account", "places": places, "zone": default_zone()})


@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """One of them (`session`), or all but this one."""
    ended = sessions_end(request.user, here=request.session.session_key, which=request.POST.get("session", "")[:64])
    text = ngettext("%(n)s session was ended.", "%(n)s sessions were ended.", ended) % {"n": ended}
    messages.success(request, text)
    return redirect("sessions")
