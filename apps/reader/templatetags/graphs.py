"""Addresses of graphs as the pages write them."""

from django import template

from apps.collections.models import Collection
from apps.documents.marks import repository_mark
from apps.reader.graphs import addresses
from apps.reader.sources import search_mark
from apps.repos.models import Repository

register = template.Library()


@register.simple_tag
def graph_url(source: Collection | Repository) -> str:
    """The graph of a source."""
    if isinstance(source, Collection):
        return addresses.graph_url(search_mark(source))
    return addresses.graph_url(repository_mark(source))
