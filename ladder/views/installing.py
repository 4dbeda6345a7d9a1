"""What makes the site a thing to keep on a telephone: manifest, icons, and the script that keeps the last ranking."""

from functools import cache

import resvg_py
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ladder.selectors.community import community_name

SIZES = (192, 512)
SHARED = [
    ".json",
    ".gz",
    ".zip",
    ".html",
    ".htm",
    "application/json",
    "application/gzip",
    "application/zip",
    "text/html",
]
"""What other programs of the telephone may hand over."""
DAY = "public, max-age=86400"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    name = community_name()
    told = {
        "name": name,
        "short_name": name[:12],
        "description": _("Monthly leagues and verified matches of board games."),
        "lang": get_language(),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f4ed",
        "theme_color": "#0b5868",
        "icons": [
            {"src": reverse("app_icon", args=[size]), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
            for size in SIZES
        ],
        "share_target": {
            "action": reverse("upload_shared"),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"title": "title", "text": "text", "url": "url", "files": [{"name": "files", "accept": SHARED}]},
        },
        "shortcuts": [{"name": _("Upload a match"), "url": reverse("upload")}],
    }
    answer = JsonResponse(told, content_type="application/manifest+json")
    answer["Cache-Control"] = "public, max-age=3600"
    return answer


@require_safe
def icon(request: HttpRequest, size: int) -> HttpResponse:
    if size not in SIZES:
        raise Http404
    answer = HttpResponse(icon_png(size), content_type="image/png")
    answer["Cache-Control"] = DAY
    return answer


@cache
def icon_png(size: int) -> bytes:
    """The site's sign as a square picture."""
    path = finders.find("ladder/favicon.svg")
    return bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=size, height=size))


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that stands between page and network; below the root, so that it may answer for every page."""
    answer = render(request, "ladder/sw.js", content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "public, max-age=3600"
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a network to somebody who has seen no ranking yet."""
    return render(request, "ladder/offline.html")
