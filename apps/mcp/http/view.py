"""The endpoint."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from apps.mcp.http.callers import identify_caller
from apps.mcp.http.exchange import exchange
from apps.mcp.http.gate import check_method, check_origin, read_message
from apps.mcp.http.refusals import RefusedError, refusal_response


# Exempt: a request carries its token in a header, which no foreign page can make a browser send.
@csrf_exempt
def endpoint(request: HttpRequest) -> HttpResponse:
    """One JSON-RPC message in, one answer out (streamable HTTP without sessions)."""
    try:
        check_method(request)
        check_origin(request)
        user = identify_caller(request)
        body = read_message(request)
    except RefusedError as refusal:
        return refusal_response(request, refusal)
    return exchange(request, body, user)
