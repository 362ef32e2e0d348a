"""A small durable runtime: workflows as plain functions, their steps recorded in one SQLite file."""

from .client import Client
from .context import Context, Retry, StepFailed, Transient
from .reader import Reader, Shown
from .store import Blocked, Refusal, Store
from .worker import Timing, Worker

VERSION = "0.1.0"

__all__ = [
    "VERSION",
    "Blocked",
    "Client",
    "Context",
    "Reader",
    "Refusal",
    "Retry",
    "Shown",
    "StepFailed",
    "Store",
    "Timing",
    "Transient",
    "Worker",
]
