"""Reports as HTML and in the code of forums."""

from legation.render.words import format_bbcode, format_concerns, format_html


def test_what_people_wrote_is_escaped_on_the_page() -> None:
    markdown = "# <b>Game</b>\n\n- `<script>` A & B **bold**\n\n| a | b |\n| --- | --- |\n| <i> | 2 |\n"
    page = format_html(markdown)
    assert "<script>" not in page
    assert "<h1>&lt;b&gt;Game&lt;/b&gt;</h1>" in page
    assert "<code>&lt;script&gt;</code> A &amp; B <strong>bold</strong>" in page
    assert "<tr><td>&lt;i&gt;</td><td>2</td></tr>" in page


def test_forum_code_of_players_opens_no_tag() -> None:
    assert format_bbcode("- [url=http://x]click[/url]\n") == "[list]\n[*](url=http://x)click(/url)\n[/list]\n"


def test_concerns_become_titles_and_lists() -> None:
    text = "Spring 1901, moves: results\n  + A PAR - BUR              It moved.\nFrance took BEL."
    assert (
        format_concerns(text) == "## Spring 1901, moves: results\n\n- `+ A PAR - BUR` It moved.\n\nFrance took BEL.\n"
    )
