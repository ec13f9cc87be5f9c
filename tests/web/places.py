"""Places that offer less than a server does."""

from __future__ import annotations

import pytest

from scorekeeper.web.place import Place
from tests.web.phone import Phone


def without_pdf(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the application that this phone opens run where typst is missing."""
    monkeypatch.setitem(phone.client.application.extensions, "place", Place(pdf=False))


def without_chances(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the application that this phone opens run where NumPy is missing."""
    monkeypatch.setitem(phone.client.application.extensions, "place", Place(chances=False))
