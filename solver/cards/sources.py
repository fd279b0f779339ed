"""Files of cards as they come: unpacked, checked for UTF-8 and cut into records, in constant memory."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ..errors import Malformed, Place

Data = Mapping[str, Any]
_HEAD = 4096
_DEEPEST = 100
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_LONGEST = 1 << 24
_GZIP, _XZ, _ZIP, _BOM = b"\x1f\x8b", b"\xfd7zXZ\x00", b"PK\x03\x04", codecs.BOM_UTF8


class Record(NamedTuple):
    """The parts of one card (or several cards of one name) as the file has them, and where they stand."""

    parts: tuple[Data, ...]
    place: Place


class _Checked(io.RawIOBase):
    """A stream of bytes that raises :class:`Malformed` at the first that is not UTF-8 or not packed right."""

    def __init__(self, inner: BinaryIO, file: str) -> None:
        self._inner, self._file = inner, file
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._lines, self._column = 1, 1
        self._depth, self._begun = 0, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with unpacking(self._file):
            data = self._inner.read(len(buffer))
        before = len(self._decoder.getstate()[0])
        try:
            self._decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            at = max(error.start - before, 0)
            line = self._lines + data.count(b"\n", 0, at)
            start = data.rfind(b"\n", 0, at)
            place = Place(self._file, line, at - start if start >= 0 else self._column + error.start - before)
            found = f"byte 0x{error.object[error.start]:02x}"
            raise Malformed(
                "the file is not UTF-8", place=place, found=found, advice="save it as UTF-8"
            ) from None
        if (newlines := data.count(b"\n")) > 0:
            self._lines += newlines
            self._column = len(data) - data.rfind(b"\n")
        else:
            self._column += len(data)
        self._measure(data)
        buffer[: len(data)] = data
        return len(data)

    def _measure(self, data: bytes) -> None:
        """Refuse JSON that is nested too deeply: ijson would need memory by the square of the depth."""
        plain, quote, self._begun = _STRING.sub(b"", self._begun + data).partition(b'"')
        self._begun = quote + self._begun
        if len(self._begun) > _LONGEST:
            raise Malformed("a text does not end", place=Place(self._file, self._lines, 1))
        for bracket in plain.translate(None, _BRACKETS):
            self._depth += 1 if bracket in b"[{" else -1
            if self._depth > _DEEPEST:
                place = Place(self._file, self._lines, 1)
                raise Malformed("this is nested too deeply for a file of cards", place=place)


@contextmanager
def unpacking(file: str) -> Iterator[None]:
    """Errors of a file that cannot be read or unpacked as :class:`Malformed`."""
    import lzma
    import zipfile
    import zlib

    try:
        yield
    except EOFError:
        raise Malformed("the compressed file ends too early", place=Place(file), advice=_AGAIN) from None
    except (zlib.error, lzma.LZMAError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise Malformed(f"cannot unpack the file: {error}", place=Place(file), advice=_AGAIN) from None
    except OSError as error:  # among them gzip.BadGzipFile
        what = f"cannot read the file: {error.strerror or error}"
        raise Malformed(what, place=Place(file)) from None


_AGAIN = "download it again"


class Source:
    """An open file of cards. ``read`` of ``size`` bytes have been read, as they lie on the disk."""

    def __init__(self, path: Path) -> None:
        self.file = str(path)
        with unpacking(self.file):
            self._raw = path.open("rb")
            self.size = os.fstat(self._raw.fileno()).st_size
        try:
            with unpacking(self.file):
                inner = self._unpacked()
            self._text = io.BufferedReader(_Checked(inner, self.file), _HEAD * 16)
            head = self._text.peek(_HEAD)
            self._bom = head.startswith(_BOM)
            if self._bom:
                head = head.removeprefix(_BOM)
                self._text.read(len(_BOM))
        except BaseException:
            self._raw.close()
            raise
        self.head = head[:_HEAD].decode("utf-8", errors="ignore").lstrip()

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()

    @property
    def read(self) -> int:
        return self._raw.tell()

    def _unpacked(self) -> BinaryIO:
        begins = self._raw.read(len(_XZ))
        self._raw.seek(0)
        if begins.startswith(_GZIP):
            import gzip

            return gzip.GzipFile(fileobj=self._raw)  # type: ignore[return-value]
        if begins.startswith(_XZ):
            import lzma

            return lzma.LZMAFile(self._raw)  # type: ignore[return-value]
        if begins.startswith(_ZIP):
            import zipfile

            archive = zipfile.ZipFile(self._raw)
            inside = [each.filename for each in archive.infolist() if not each.is_dir()]
            if len(inside) != 1:
                what, expected = f"the archive holds {len(inside)} files", ("one file of cards",)
                raise Malformed(what, place=Place(self.file), found=", ".join(inside[:8]), expected=expected)
            return archive.open(inside[0])  # type: ignore[return-value]
        return self._raw

    def records(self, where: str, several: bool) -> Iterator[Record]:
        """The records at a place: ``"lines"``, or a path of ijson; ``several`` are the values of an object.

        Raises :class:`Malformed` for what is not JSON or not in this form, with line and column in JSON
        lines, and with the number of the record elsewhere.
        """
        found = self._lines() if where == "lines" else self._values(where, several)
        for parts, place in found:
            for part in parts:
                if not isinstance(part, dict):
                    what = "this is no record of a card"
                    raise Malformed(what, place=place, found=repr(part)[:60], expected=("an object",))
            yield Record(tuple(parts), place)

    def _lines(self) -> Iterator[tuple[list[Any], Place]]:
        number = 0
        while line := self._text.readline(_LONGEST):
            number += 1
            try:
                if text := line.decode().strip():
                    yield [json.loads(text)], Place(self.file, number, 1)
            except json.JSONDecodeError as error:
                last = not line.endswith(b"\n")
                what = "the file ends too early" if last else f"this is not JSON: {error.msg}"
                place = Place(self.file, number, error.colno)
                raise Malformed(what, place=place, found=text[error.pos :][:30] or "end of line") from None
            except (RecursionError, ValueError) as error:
                raise Malformed(f"this is not JSON: {error}", place=Place(self.file, number, 1)) from None

    def _values(self, where: str, several: bool) -> Iterator[tuple[list[Any], Place]]:
        import ijson  # type: ignore[import-untyped]

        read = ijson.kvitems if several else ijson.items
        number, last = 0, ""
        place = Place(self.file)
        try:
            for value in read(self._text, where, use_float=True):
                number += 1
                name, parts = value if several else ("", [value])
                place = Place(f"{self.file}: record {number}")
                if not isinstance(parts, list) or not parts:
                    what = "this is no record of a card"
                    raise Malformed(what, place=place, found=repr(parts)[:60], expected=("a list",))
                last = str(name or (parts[0].get("name", "") if isinstance(parts[0], dict) else ""))
                yield parts, place
        except ijson.JSONError as error:
            said, *near = (line.strip() for line in str(error).splitlines() or [""])
            early = re.search("premature|incomplete", said, re.IGNORECASE)
            what = "the file ends too early" if early else f"this is not JSON: {said}"
            place = Place(f"{self.file}: after record {number}{f' ({last})' if last else ''}")
            found = near[0][-60:] if near else ""
            raise Malformed(what, place=place, found=found, advice=_AGAIN if early else "") from None
        except (RecursionError, ValueError) as error:
            raise Malformed(f"this is not JSON: {error}", place=place) from None
