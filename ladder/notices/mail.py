"""Messages by e-mail, through Django's own backend."""

import smtplib
import uuid
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from games.services.outbox import NotSent
from ladder.notices.compose import Message
from ladder.notices.ways import Refused, Unclear

FOR_GOOD = 500
"""SMTP's answers from here on are final."""


def letter(address: str, message: Message, batch: uuid.UUID) -> EmailMultiAlternatives:
    """The letter, with the headers by which a mail program ends such letters at the press of a button (RFC 8058)."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {"Message-ID": f"<notice-{batch}@{host}>", "Auto-Submitted": "auto-generated"}
    if message.stop:
        headers |= {"List-Unsubscribe": f"<{message.stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    mail = EmailMultiAlternatives(message.subject[:200], message.text, to=[address], headers=headers)
    mail.attach_alternative(message.html, "text/html")
    return mail


def mail_send(address: str, message: Message, batch: uuid.UUID) -> None:
    """Hand a letter to the mail server. Raises `NotSent`, `Refused`, `Unclear`."""
    connection = get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as problem:
        raise NotSent("mail_server", words=_words(problem)) from problem
    try:
        connection.send_messages([letter(address, message, batch)])
    except smtplib.SMTPRecipientsRefused as problem:
        code, words = next(iter(problem.recipients.values()), (FOR_GOOD, b""))
        raise _answered(code, words) from problem
    except smtplib.SMTPSenderRefused as problem:
        raise NotSent("mail_server", words=_words(problem.smtp_error)) from problem
    except smtplib.SMTPResponseException as problem:
        raise _answered(problem.smtp_code, problem.smtp_error) from problem
    except (smtplib.SMTPException, OSError) as problem:
        raise Unclear("connection", words=_words(problem)) from problem
    finally:
        _close(connection)


def _answered(code: int, words: Any) -> Exception:
    kind = Refused if code >= FOR_GOOD else NotSent
    return kind("refused", words=f"{code} {_words(words)}")


def _words(problem: object) -> str:
    text = problem.decode(errors="replace") if isinstance(problem, bytes) else str(problem)
    return " ".join(text.split())[:200]


def _close(connection: Any) -> None:
    try:
        connection.close()
    except (OSError, smtplib.SMTPException):
        return  # the letter is handed over, or is not; how the server says good-bye changes nothing
