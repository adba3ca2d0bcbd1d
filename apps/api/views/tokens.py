"""The caller's own access tokens."""

from typing import cast
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.access.models import AccessToken, User
from apps.access.tokens import create_token, revoke_all_tokens, revoke_token, rotate_token
from apps.api.endpoint import OwnEndpoint
from apps.api.pagination import PageQuery, page_of
from apps.api.serializers.tokens import (
    NewTokenSerializer,
    RevokedTokensSerializer,
    TokenRequestSerializer,
    TokenSerializer,
)
from apps.api.sources import source_ids_of

TAG = ["Tokens"]
NEW = OpenApiExample(
    "A token that reads one collection",
    {"name": "CI", "scopes": ["api:read"], "sources": ["collection:Runbooks"]},
    request_only=True,
)


class TokenList(OwnEndpoint):
    """All of them."""

    @extend_schema(
        operation_id="listTokens",
        summary="List your access tokens",
        parameters=[PageQuery],
        responses=page_of(TokenSerializer),
        tags=TAG,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Newest first, revoked and expired ones included. The secrets are not stored."""
        own = AccessToken.objects.visible_to(self.caller).filter(user=self.caller.pk)
        return self.page(own, TokenSerializer)

    @extend_schema(
        operation_id="createToken",
        summary="Create an access token",
        request=TokenRequestSerializer,
        responses={201: NewTokenSerializer},
        examples=[NEW],
        tags=TAG,
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """Needs a session: a token cannot mint tokens. The secret is in this answer only."""
        values = self.body(TokenRequestSerializer)
        values["source_ids"] = source_ids_of(user=self.caller, marks=values.pop("sources", None))
        holder = cast("User", self.caller)
        token, text = create_token(user=self.caller, holder=holder, **values)
        return Response({**TokenSerializer(token).data, "token": text}, status=201)

    @extend_schema(
        operation_id="revokeAllTokens",
        summary="Revoke all your access tokens",
        responses=RevokedTokensSerializer,
        tags=TAG,
    )
    def delete(self, request: Request) -> Response:  # noqa: ARG002
        """Needs a session. Says how many were still good."""
        revoked = revoke_all_tokens(user=self.caller, holder=cast("User", self.caller))
        return Response({"revoked": revoked})


class TokenDetail(OwnEndpoint):
    """One of them."""

    @extend_schema(
        operation_id="getToken",
        summary="Read one of your access tokens",
        responses=TokenSerializer,
        tags=TAG,
    )
    def get(self, request: Request, token_id: UUID) -> Response:  # noqa: ARG002
        """What it may do, and when and from where it was last used; not its secret."""
        own = AccessToken.objects.visible_to(self.caller).filter(user=self.caller.pk)
        return Response(TokenSerializer(self.one(own, pk=token_id)).data)

    @extend_schema(
        operation_id="revokeToken",
        summary="Revoke an access token",
        responses={204: OpenApiResponse(description="It is revoked, from the next request on.")},
        tags=TAG,
    )
    def delete(self, request: Request, token_id: UUID) -> Response:  # noqa: ARG002
        """Needs a session. Revoking twice is no error."""
        revoke_token(user=self.caller, token_id=token_id)
        return Response(status=204)


class TokenRotation(OwnEndpoint):
    """A new secret for one of them."""

    @extend_schema(
        operation_id="rotateToken",
        summary="Give an access token a new secret",
        request=None,
        responses=NewTokenSerializer,
        tags=TAG,
    )
    def post(self, request: Request, token_id: UUID) -> Response:  # noqa: ARG002
        """Needs a session. Settings stay; the old secret stops working at once."""
        token, text = rotate_token(user=self.caller, token_id=token_id)
        return Response({**TokenSerializer(token).data, "token": text})
