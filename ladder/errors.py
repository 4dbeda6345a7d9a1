"""Pages for what went wrong: what was looked for, and a way on. They need no database."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path

from games.files import StorageAway

BUSY_SECONDS = 5


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    return render(request, "403.html", {"stale": bool(reason)}, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", {"path": request.path[:200]}, status=404)


def wrong_method(request: HttpRequest, allowed: str) -> HttpResponse:
    """An address that only takes what forms send was opened, for instance by logging in again when a form was sent."""
    response = render(request, "405.html", {"back": page_above(request.path)}, status=405)
    response.headers["Allow"] = allowed
    return response


def page_above(path: str) -> str:
    """The nearest address above `path` that is one of ours."""
    while path.count("/") > 2:
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            return path
    return "/"


def too_large(request: HttpRequest, limit: int) -> HttpResponse:
    return render(request, "413.html", {"limit": limit}, status=413)


def too_many(request: HttpRequest, seconds: int = 60) -> HttpResponse:
    response = render(request, "429.html", {"seconds": seconds}, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


def failed(request: HttpRequest) -> HttpResponse:
    """Our fault. The page is drawn without the database; its reference stands in each log line of the request.

    A database or storage that is away, or gave up on a statement or a deadlock, is no fault: one may come again.
    """
    if isinstance(sys.exception(), OperationalError | InterfaceError | StorageAway):
        return busy(request)
    if request.path.startswith("/api/v1/"):
        fault = {"type": "about:blank", "title": "Internal Server Error", "status": 500, "code": "failed"}
        told = fault | {"message": "Our fault.", "facts": {"reference": request.reference}}
        return JsonResponse(told, status=500, content_type="application/problem+json")
    return HttpResponse(render_to_string("500.html", {"reference": request.reference}), status=500)


def busy(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/v1/"):
        told = {
            "type": "about:blank",
            "title": "Service Unavailable",
            "status": 503,
            "code": "busy",
            "message": "Busy.",
        }
        response: HttpResponse = JsonResponse(told | {"facts": {}}, status=503, content_type="application/problem+json")
    else:
        response = HttpResponse(render_to_string("503.html", {"again": request.get_full_path()}), status=503)
    response.headers["Retry-After"] = str(BUSY_SECONDS)
    return response
