"""Processes that heed an interrupt even if the tests run in the background, where it is ignored."""

import signal


def heed_interrupts() -> None:
    """For ``preexec_fn``: give SIGINT back its meaning in the new process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
