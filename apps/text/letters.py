"""Letters as they are typed without their marks: *Łódź* as *Lodz*, *straße* as *strasse*.

Unicode's decomposition (UAX #15) gives the accents; letters with a stroke and ligatures have none
there and follow PostgreSQL's `unaccent`. Points of Hebrew and Arabic are accents too, since most
people leave them out. Vowel signs of Indic scripts are letters and stay, as do those of kana.
"""

import re
import unicodedata

# Accents; points and cantillation of Hebrew; points of Arabic, and its lengthening stroke.
_ACCENT = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]"
)
_PLAIN = {
    "ß": "ss",
    "ẞ": "SS",
    "ł": "l",
    "Ł": "L",
    "ø": "o",
    "Ø": "O",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "\u0131": "i",
    "ħ": "h",
    "Ħ": "H",
    "þ": "th",
    "Þ": "TH",
    "ŧ": "t",
    "Ŧ": "T",
}
_WITHOUT_ACCENT = re.compile("[" + "".join(_PLAIN) + "]")
# Signs that stand inside words of Indic and South-East Asian scripts and of kana.
MARKS = (
    "\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f18-\u0fbc\u102b-\u109d\u17b4-\u17d3"
    "\u3099\u309a"
)


def fold_letters(text: str) -> str:
    """The text without accents, in the composed form (NFC); an ASCII text is returned as it is."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text)
    plain = unicodedata.normalize("NFC", _ACCENT.sub("", apart))
    return _WITHOUT_ACCENT.sub(lambda found: _PLAIN[found[0]], plain)
