"""TOML tables of the rule packs and grammars, and the cache of what is made from texts.

What is kept is plain data (tuples, lists, dicts, strings, numbers) in Python's own form, which reads ten
times as fast as TOML and three times as fast as JSON.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from .errors import Malformed, Place

_CHECKSUM = hashlib.sha256
_LENGTH = _CHECKSUM().digest_size


@cache
def files(package: str) -> Path:
    """The folder of a package of this distribution, in which its files stand.

    >>> files("headjudge.rules").joinpath("contract.lp").is_file()
    True
    """
    return Path(next(iter(import_module(package).__path__)))


def read_table(file: Path) -> dict[str, Any]:
    """The table a TOML file holds, dates as text. Raises Malformed if it is not TOML."""
    text = file.read_text(encoding="utf-8")
    name = f"table-{hashlib.sha256(text.encode()).hexdigest()[:24]}"
    table = kept(name)
    if table is None:
        import json
        import tomllib

        try:
            table = json.loads(json.dumps(tomllib.loads(text), default=str))
        except tomllib.TOMLDecodeError as error:
            raise Malformed(f"this is not TOML: {error}", place=Place(str(file))) from None
        keep(name, table)
    return dict(table)


def cache_folder() -> Path:
    """Where headjudge keeps what it can always make again."""
    return Path(user_cache_dir("headjudge"))


def cache_file(name: str) -> str:
    """Where another package may keep a file of its own in the cache; "" if the cache cannot be written."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder / name) if os.access(folder, os.W_OK) else ""


def _path(name: str) -> Path:
    return cache_folder() / f"{name}.{sys.implementation.cache_tag}"


def kept(name: str) -> Any:
    """What is kept under a name in the cache; ``None`` if nothing is, or if the file is not whole."""
    try:
        data = _path(name).read_bytes()
    except OSError:
        return None
    if _CHECKSUM(data[_LENGTH:]).digest() != data[:_LENGTH]:
        return None
    return marshal.loads(data[_LENGTH:])


def keep(name: str, value: Any) -> None:
    """Keep plain data in the cache under a name; a cache that cannot be written only costs time."""
    data = marshal.dumps(value)
    path = _path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(_CHECKSUM(data).digest() + data)
        part.replace(path)
    except OSError:
        pass
