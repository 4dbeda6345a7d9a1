"""Pages of words only."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.outcomes import OUTCOMES


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "ladder/privacy.html")


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "ladder/about.html", {"outcomes": OUTCOMES})


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "ladder/help.html", {"outcomes": OUTCOMES})
