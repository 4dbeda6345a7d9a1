"""Logs: one line of JSON an event, whatever a message holds: JSON escapes control characters and everything beyond ASCII."""

from typing import Any

import structlog

SHARED = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


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
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django and gunicorn bring handlers of their own, which would print a second, unescaped line.
        "loggers": {
            **{name: {"handlers": [], "propagate": True} for name in ("django", "django.server", "gunicorn.error")},
            # Its lines hold whole addresses, and so whatever secret somebody puts into one.
            "gunicorn.access": {"handlers": [], "propagate": False},
        },
    }
