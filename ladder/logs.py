"""Logs: one line of JSON an event, whatever a message holds: JSON escapes control characters and everything beyond ASCII."""

import logging
from typing import Any

import structlog

SHARED = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


class ByRoute(logging.Filter):
    """What Django says of a request names its route; of what was refused `ladder.incoming` tells, with the reference.

    An address may hold a secret: that of a calendar, or of a file with somebody's data.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is None:
            return True
        if record.name == "django.request" and getattr(record, "status_code", 500) < 500:
            return False
        if isinstance(record.args, tuple) and record.args:
            match = getattr(request, "resolver_match", None)
            record.args = (*record.args[:-1], match.route if match else "")
        return True


def configure(level: str) -> dict[str, Any]:
    """Configure structlog, and return the `logging` settings that print every library's lines the same way."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "filters": {"by_route": {"()": ByRoute}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["by_route"]}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django and gunicorn bring handlers of their own, which would print a second, unescaped line.
        "loggers": {
            **{name: {"handlers": [], "propagate": True} for name in ("django", "django.server", "gunicorn.error")},
            # Its lines hold whole addresses, and so whatever secret somebody puts into one.
            "gunicorn.access": {"handlers": [], "propagate": False},
        },
    }
