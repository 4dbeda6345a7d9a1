"""Pages for what went wrong: what was looked for, and a way on. They need no database."""

import sys
from http import HTTPStatus

from django.db import Error, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path

from games.files import FULL, StorageAway, StorageFull

BUSY_SECONDS = 5
READ_ONLY, DISK_FULL = "25006", "53100"
"""SQLSTATE of a database that may only be read for now (another takes its place), and of one without room."""


def no_room(problem: BaseException | None) -> bool:
    """Whether the disk is full: for uploads, for what lies aside while a request comes, or for the database."""
    if isinstance(problem, Error):
        return _state(problem) == DISK_FULL or "disk is full" in str(problem)
    return isinstance(problem, StorageFull) or (isinstance(problem, OSError) and problem.errno in FULL)


def is_away(problem: BaseException | None) -> bool:
    """Whether database or storage are away, or gave up on a statement or a deadlock: no fault, and one may come again."""
    if isinstance(problem, InternalError):
        return _state(problem) == READ_ONLY
    return isinstance(problem, OperationalError | InterfaceError | StorageAway)


def _state(problem: Error) -> str | None:
    return getattr(problem.__cause__, "sqlstate", None)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def too_many_parts(request: HttpRequest, files: int, fields: int) -> HttpResponse:
    return render(request, "400.html", {"files": files, "fields": fields}, status=400)


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

    What is away or full is no fault.
    """
    problem = sys.exception()
    if no_room(problem):
        return full(request)
    if is_away(problem):
        return busy(request)
    if request.path.startswith("/api/v1/"):
        return _document(500, "failed", "Our fault.", reference=request.reference)
    return HttpResponse(render_to_string("500.html", {"reference": request.reference}), status=500)


def busy(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/v1/"):
        response = _document(503, "busy", "Busy.")
    else:
        response = HttpResponse(render_to_string("503.html", {"again": request.get_full_path()}), status=503)
    response.headers["Retry-After"] = str(BUSY_SECONDS)
    return response


def full(request: HttpRequest) -> HttpResponse:
    if request.path.startswith("/api/v1/"):
        return _document(507, "storage.full", "There is no room for further files.")
    return HttpResponse(render_to_string("507.html"), status=507)


def _document(status: int, code: str, message: str, **facts: str) -> HttpResponse:
    """A problem document, where the API itself does not come to write one."""
    told = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code}
    told |= {"message": message, "facts": facts}
    return JsonResponse(told, status=status, content_type="application/problem+json")
