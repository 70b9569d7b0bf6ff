"""Files that were made to do harm are refused with a sentence, and nothing of them is written anywhere."""

import io
import time
import zipfile

import pytest

from legation.server.boards.checking import Identity, Upload, check_files, check_upload
from tests.server.boards.helpers import make_lagoon, pack

NEW = Identity("", "abcdef", 1)


def tell(data: bytes, name: str = "lagoon.zip") -> str:
    found = check_upload(Upload(data, name), NEW)
    assert found.report is None
    assert found.files == {}
    return "\n".join(error.text for error in found.errors)


def make_link() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        info = zipfile.ZipInfo("lagoon/variant.toml")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    return stream.getvalue()


def make_liar() -> bytes:
    """A zip whose directory says that a file is smaller than it is."""
    data = bytearray(pack({"variant.toml": b"x" * 5000}))
    place = data.rindex(b"PK\x01\x02")
    data[place + 24 : place + 28] = (10).to_bytes(4, "little")
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (pack({"../../evil.toml": "x"}), "is not a plain name of a file in a folder"),
        (pack({"evil.toml": "x"}, folder="/etc/"), "is not a plain name of a file in a folder"),
        (pack({"a\\..\\b.toml": "x"}), "is not a plain name of a file in a folder"),
        (pack({"C:evil.toml": "x"}), "is not a plain name of a file in a folder"),
        (pack({"bell\x07.toml": "x"}), "is not a plain file name"),
        (make_link(), "is a link or a device, not a file"),
        (make_liar(), "broken"),
        (pack({f"{number}.csv": "x" for number in range(210)}), "more than 200 files are packed in it"),
        (pack({"shapes.json": b"0" * 7_000_000}), "is packed more than 200 times"),
        (pack({f"{number}.csv": b"0" * 7_000_000 for number in range(4)}), "more than 24,000,000 bytes together"),
        (pack({"shapes.json": b"0" * 9_000_000}), "at most 8,000,000 are read"),
        (pack({"variant.toml": "x", "more/start.csv": "y"}), "are in several folders"),
        (pack({"a/start.csv": "x", "b/start.csv": "y"}), "no board in a known format"),
        (pack({"a": "x", "a/start.csv": "y"}), "is in a folder that is also a file"),
        (pack({"~root/start.csv": "x"}), "is not a plain file name"),
        (pack({"spaces.csv": "x", "SPACES.csv": "y"}), "is packed in it twice"),
        (pack({"inner.zip": pack({"variant.toml": "x"})}), "no board in a known format"),
        (pack({}), "it is empty"),
        (b"PK\x03\x04 and no more", "the zip is broken"),
        (b"0" * 4_000_001, "at most 4,000,000 are read"),
    ],
)
def test_a_hostile_zip_is_refused(data: bytes, words: str) -> None:
    assert words in tell(data)


def test_a_file_that_no_reader_knows_is_refused() -> None:
    assert "no board in a known format" in tell(b"hello", "hello.txt")
    assert "is not a plain file name" in tell(b"hello", "..")


def test_an_entity_bomb_is_refused() -> None:
    lines = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    text = f'<!DOCTYPE VARIANTS [<!ENTITY a0 "ha">{lines}]><VARIANTS><DESCRIPTION>&a11;</DESCRIPTION></VARIANTS>'
    assert tell(text.encode(), "variants.xml")


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("variant.toml", '"The Lagoon"', '"A \\u0007 bell"', "cannot be printed"),
        ("variant.toml", '"The Lagoon"', f'"{"x" * 90}"', "longer than 80 characters"),
        ("variant.toml", '"The Lagoon"', '"  "', "name is empty"),
        ("variant.toml", '"A. Nobody"', f'"{"x" * 3000}"', "longer than 2000 characters"),
        ("spaces.csv", "SND,Sound", "SND,So\u202eund", "cannot be printed"),
    ],
)
def test_texts_that_no_page_can_show_are_refused(name: str, old: str, new: str, words: str) -> None:
    files = dict(make_lagoon())
    assert old.encode() in files[name]
    files[name] = files[name].replace(old.encode(), new.encode())
    found = check_files(files, NEW)
    assert words in found.errors[0].text
    assert found.errors[0].file == name


def test_a_board_that_is_too_large_is_refused() -> None:
    files = {key: value for key, value in make_lagoon().items() if key != "shapes.json"}
    files["spaces.csv"] += b"".join(f"X{n},Island {n},land,,,,,,,\n".encode() for n in range(1300))
    assert "spaces are too many; at most" in check_files(files, NEW).errors[0].text


def test_a_table_of_a_quarter_million_lines_is_refused_at_once() -> None:
    rows = b"".join(b"X%d,Island %d,land,,,,,,,\n" % (n, n) for n in range(250_000))
    begun = time.process_time()
    (found,) = check_files({**make_lagoon(), "spaces.csv": make_lagoon()["spaces.csv"] + rows}, NEW).errors
    assert time.process_time() - begun < 2
    assert (found.file, found.text) == ("spaces.csv", "250,008 lines are too many; at most 1,200 are allowed")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x = 1".encode("utf-16"), "not a text in UTF-8"),
        (f"[{'a.' * 100_000}a]".encode(), "a name has more than 200 dots"),
        (f"x = {'{a=' * 90_000}".encode(), "not a TOML file"),
        (b"#" * 1_000_001, "characters are too many"),
        (f"x = {'9' * 9000}".encode(), "not a TOML file: a number has too many digits"),
    ],
)
def test_a_hostile_toml_file_is_refused_soon(content: bytes, words: str) -> None:
    assert words in check_files({**make_lagoon(), "variant.toml": content}, NEW).errors[0].text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[" * 200_000, "cannot be read: lists or tables are nested too deep"),
        (b'{"format": ' + b"9" * 9000 + b"}", "cannot be read: a number has too many digits"),
        (b"{}", "format: expected 1, not None"),
        (b"", "cannot be read: Expecting value"),
    ],
)
def test_a_hostile_map_is_refused_soon(content: bytes, words: str) -> None:
    (found,) = check_files({**make_lagoon(), "shapes.json": content}, NEW).errors
    assert (found.file, found.line) == ("shapes.json", None)
    assert words in found.text


def test_a_mark_of_the_encoding_is_no_error() -> None:
    files = {name: b"\xef\xbb\xbf" + content for name, content in make_lagoon().items() if name != "shapes.json"}
    assert check_files(files, NEW).errors == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<VARIANTS>" + "".join(f"<p{n}:a/>" for n in range(20_000)) + "</VARIANTS>", "prefixes"),
        ('<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><VARIANTS>&a;</VARIANTS>', "undefined entity"),
        ('<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]><VARIANTS/>', "0 variants"),
        ("<a>" * 90_000, "not plain XML"),
        ("<!DOCTYPE " + "<!--" * 50_000, "not plain XML"),
    ],
)
def test_a_hostile_xml_file_is_refused_soon(text: str, words: str) -> None:
    assert words in tell(text.encode(), "variants.xml")


@pytest.mark.parametrize(
    "text", ["$a = " + "array(" * 20_000, "addBorder(" * 20_000, "/*" * 50_000, "$a='" + "\\" * 49_999]
)
def test_a_hostile_php_file_is_refused_soon(text: str) -> None:
    assert "no table of territories" in tell(f"<?php {text}".encode(), "install.php")


def test_ids_are_made_plain() -> None:
    files = {**make_lagoon()}
    files["variant.toml"] = files["variant.toml"].replace(b'id = "lagoon"', b'id = "../../../etc/<script>"', 1)
    assert check_files(files, NEW).id == "etc-script-abcdef"
