"""TOML tables of the rule packs and grammars, kept as JSON in the user's cache, which reads much faster."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from .errors import Malformed, Place


def read_table(file: Traversable) -> dict[str, Any]:
    """The table a TOML file holds. Raises Malformed if it is not TOML."""
    text = file.read_text(encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()[:24]
    as_json = kept(f"table-{digest}.json")
    if not as_json:
        try:
            as_json = json.dumps(tomllib.loads(text), default=str)
        except tomllib.TOMLDecodeError as error:
            raise Malformed(f"this is not TOML: {error}", place=Place(str(file))) from None
        keep(f"table-{digest}.json", as_json)
    return dict(json.loads(as_json))


def cache_folder() -> Path:
    """Where headjudge keeps what it can always make again."""
    return Path(user_cache_dir("headjudge"))


def kept(name: str) -> str:
    """The text kept under a name in the cache, "" if there is none or it is not whole JSON."""
    try:
        text = (cache_folder() / name).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    return text if text[-1:] in "]}" else ""


def keep(name: str, text: str) -> None:
    """Keep a text in the cache under a name; a cache that cannot be written only costs time."""
    path = cache_folder() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        pass
