from apps.retrieval.gain.crediting import credit
from tests.factories import write_document
from tests.reader.pages import text_of
