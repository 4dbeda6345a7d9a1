"""Webhooks of a league, for its managers, and those of the whole site, for admins."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ladder.models import Ladder, Webhook, WebhookDelivery
from ladder.selectors.audit import addresses_seen, entries_of
from ladder.views.audit_parts import told
from ladder.views.publishing import FORM, STALE, TONES, edition_of
from ladder.webhooks import services
from ladder.webhooks.events import EVENTS
from ladder.webhooks.forms import WebhookForm, problem_words
from ladder.webhooks.services import WebhookRefused, WebhookStale

PAGE = 30
REFUSED: dict[str, str | Promise] = {
    "there": gettext_lazy("This address is told already. Change that webhook, or give another address."),
    "too_many": gettext_lazy("There are as many webhooks as there may be. Remove one that nobody needs."),
    "paused": gettext_lazy("The webhook is paused. Let it go on first."),
}


def keeping(request: HttpRequest, slug: str) -> Ladder | None:
    """The league whose webhooks this person may keep; None: the site's own."""
    ladder = get_object_or_404(Ladder, slug=slug) if slug else None
    if not services.may_keep(request.user, ladder):
        raise PermissionDenied
    return ladder


def webhook_of(request: HttpRequest, slug: str, pk: int) -> Webhook:
    return get_object_or_404(Webhook.objects.select_related("ladder"), ladder=keeping(request, slug), pk=pk)


def list_address(ladder: Ladder | None) -> str:
    return reverse("site_webhooks") if ladder is None else reverse("webhooks", args=[ladder.slug])


def page_of(request: HttpRequest, template: str, ladder: Ladder | None, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "section": "desk" if ladder is None else "ranking",
        "ladder": ladder,
        "list": list_address(ladder),
        "zone": ladder.time_zone if ladder else request.user.time_zone,
    }
    return render(request, f"ladder/{template}.html", context | more, status=status)


@login_required
@require_safe
def webhooks(request: HttpRequest, slug: str = "") -> HttpResponse:
    ladder = keeping(request, slug)
    rows = list(Webhook.objects.filter(ladder=ladder).select_related("ladder"))
    return page_of(request, "webhooks", ladder, webhooks=rows, events=EVENTS)


@login_required
@never_cache
@FORM
def add(request: HttpRequest, slug: str = "") -> HttpResponse:
    """A new webhook. Its secret is on the page that answers, and on none after that."""
    ladder = keeping(request, slug)
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        try:
            webhook, secret = services.webhook_add(
                ladder, url=form.cleaned_data["url"], events=form.cleaned_data["events"], by=request.user
            )
        except WebhookRefused as problem:
            form.add_error("url", str(REFUSED[problem.code]))
        else:
            return page_of(request, "webhook_secret", ladder, webhook=webhook, secret=secret)
    return page_of(request, "webhook_add", ladder, 422 if form.errors else 200, form=form)


@login_required
@FORM
def webhook(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """One webhook: its address and events, and what it was told."""
    found = webhook_of(request, slug, pk)
    form = WebhookForm(request.POST or None, webhook=found)
    status, now = 200, found
    if request.method == "POST":
        edition, status = edition_of(request), 422
        if form.is_valid():
            try:
                services.webhook_change(found, edition=edition, by=request.user, **form.cleaned_data)
            except WebhookRefused as problem:
                form.add_error("url", str(REFUSED[problem.code]))
            except WebhookStale as stale:
                status, now = 409, stale.now
            else:
                messages.success(request, _("Saved."))
                return redirect(found)
    entries, zone = list(entries_of(found)[:20]), found.ladder.time_zone if found.ladder else request.user.time_zone
    rows = found.deliveries.select_related("job")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    log = [delivery_words(delivery) for delivery in page.object_list]
    return page_of(
        request,
        "webhook",
        found.ladder,
        status,
        webhook=found,
        form=form,
        edition=now.edition,
        stale=[now.url, ", ".join(now.events)] if status == 409 else [],
        page=page,
        log=log,
        entries=told(entries, zone, addresses_seen(request.user, entries)),
    )


def delivery_words(delivery: WebhookDelivery) -> dict[str, Any]:
    job = delivery.job
    return {
        "delivery": delivery,
        "title": EVENTS.get(delivery.type) or _("a try"),
        "tone": TONES[job.state] if job else "",
        "problem": problem_words(job.problem) if job and delivery.arrived_at is None else "",
        "may_again": job is None or job.is_over or bool(job.problem),
    }


def acted(request: HttpRequest, found: Webhook, act: Callable[[], Any], done: str) -> HttpResponse:
    """Carry out an act on a webhook and go back to its page, with a sentence on how it went."""
    try:
        act()
    except WebhookStale:
        messages.error(request, str(STALE))
    except WebhookRefused as problem:
        messages.error(request, str(REFUSED[problem.code]))
    else:
        messages.success(request, done)
    return redirect(found)


@login_required
@require_POST
def pause(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    found = webhook_of(request, slug, pk)
    paused, edition = request.POST.get("paused") == "yes", edition_of(request)
    done = _("Paused: nothing is sent there.") if paused else _("From now on it is told again what happens.")
    return acted(
        request,
        found,
        lambda: services.webhook_pause(found, edition=edition, paused=paused, by=request.user),
        done,
    )


@login_required
@require_POST
def attempt(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    found = webhook_of(request, slug, pk)
    done = _("A try is on its way. Its answer stands in the log below.")
    return acted(request, found, lambda: services.webhook_try(found, by=request.user), done)


@login_required
@require_POST
def again(request: HttpRequest, pk: int, delivery: int, slug: str = "") -> HttpResponse:
    found = webhook_of(request, slug, pk)
    row = get_object_or_404(WebhookDelivery.objects.select_related("webhook__ladder"), webhook=found, pk=delivery)
    done = _("It is sent again.")
    return acted(request, found, lambda: services.delivery_again(row, by=request.user), done)


@login_required
@never_cache
@require_POST
def renew(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """A new secret, shown on the page that answers."""
    found = webhook_of(request, slug, pk)
    try:
        _now, secret = services.webhook_renew(found, edition=edition_of(request), by=request.user)
    except WebhookStale:
        messages.error(request, str(STALE))
        return redirect(found)
    return page_of(request, "webhook_secret", found.ladder, webhook=found, secret=secret)


@login_required
@require_POST
def remove(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    found = webhook_of(request, slug, pk)
    try:
        services.webhook_remove(found, edition=edition_of(request), by=request.user)
    except WebhookStale:
        messages.error(request, str(STALE))
        return redirect(found)
    messages.success(request, _("The webhook is removed, with its secret and its log."))
    return redirect(list_address(found.ladder))
