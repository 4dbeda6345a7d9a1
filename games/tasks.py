from celery import shared_task

from games.services import outbox, verification
from games.services.once import keys_forget as forget


@shared_task(name="games.verify_waiting", ignore_result=True)
def verify_waiting(verification_id: int) -> None:
    """Somebody rang for a row. It is judged in its turn, with whatever waits; if it is done already, so be it."""
    verification.verifications_run()


@shared_task(name="games.sweep", ignore_result=True)
def sweep() -> None:
    verification.verifications_sweep()
    outbox.outbox_sweep()


@shared_task(name="games.keys_forget", ignore_result=True)
def keys_forget() -> None:
    """Forget under which keys people wrote more than a day ago."""
    forget()
