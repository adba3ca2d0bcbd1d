"""Bigrams of scripts that are written without spaces, so that parts of a run can be found."""

import re

# Han, Hiragana, Katakana, Hangul, Thai, Lao, Khmer, Myanmar.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f]+"
)


def script_bigrams(text: str) -> list[str]:
    """Overlapping pairs of characters of each unspaced run, in order; a lone character as it is.

    The method of the CJK analyser of Apache Lucene (CJKBigramFilter).
    """
    grams = []
    for run in UNSPACED.findall(text):
        if len(run) == 1:
            grams.append(run)
        grams += [run[index : index + 2] for index in range(len(run) - 1)]
    return grams
