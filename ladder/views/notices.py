"""The inbox: what somebody was told, and that he has read it."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.models import Notice, NoticeDelivery
from games.notices import SENT
from games.services.notices import notices_read
from ladder.notices.texts import told
from ladder.selectors.notices import deliveries, inbox

PAGE = 30


@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """What somebody was told, newest first."""
    rows = inbox(request.user)
    only_new = request.GET.get("show") == "new"
    page = Paginator(rows.filter(read_at=None) if only_new else rows, PAGE).get_page(request.GET.get("page"))
    for notice in page.object_list:
        notice.told = told(notice, request.user.time_zone)
    context = {"section": "notices", "page": page, "only_new": only_new, "zone": request.user.time_zone}
    return render(request, "ladder/notices.html", context)


@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Mark all as read, or those named."""
    named = [int(pk) for pk in request.POST.getlist("notice") if pk.isdecimal() and len(pk) < 19]
    notices_read(request.user, named if "notice" in request.POST else None)
    return redirect("notices")


@login_required
@require_POST
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """Go where a notice leads, and have read it."""
    notice = get_object_or_404(Notice, pk=pk, user=request.user)
    notices_read(request.user, [notice.pk])
    return HttpResponseRedirect(notice.link or "/account/notices/")


@login_required
@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """For admins: what left the site, to whom, and how it ended. What it said stays between the site and its reader."""
    if not request.user.is_superuser:
        raise PermissionDenied
    channel, state = request.GET.get("channel", ""), request.GET.get("state", "")
    rows = deliveries(channel if channel in SENT else "", state if state in NoticeDelivery.State.values else "")
    page = Paginator(rows, 50).get_page(request.GET.get("page"))
    context = {
        "section": "desk",
        "page": page,
        "channels": SENT,
        "states": NoticeDelivery.State.choices,
        "channel": channel,
        "state": state,
        "zone": request.user.time_zone,
    }
    return render(request, "ladder/notices_sent.html", context)
