"""Where graphs stand, and where their nodes lead."""

from urllib.parse import quote

from django.urls import reverse

from apps.collections.models import Collection
from apps.reader.addresses import page_url
from apps.reader.repos.addresses import repo_code_url, repo_page_url
from apps.repos.models import Repository
from apps.retrieval.graph.graph import Node, NodeKind


def graph_url(mark: str) -> str:
    """The page of a graph, opened at whatever the mark names."""
    return reverse("graph", args=[mark])


def node_url(source: Collection | Repository, node: Node) -> str:
    """The page of a node, at its section or lines; empty for folders."""
    if node.kind is NodeKind.FOLDER:
        return ""
    if isinstance(source, Collection):
        return page_url(source, node.path, node.document_id, quote(node.anchor))
    if node.kind is NodeKind.SYMBOL:
        return repo_code_url(source, node.path, node.start_line, node.end_line)
    return repo_page_url(source, node.slug, node.anchor)
