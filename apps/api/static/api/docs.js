"use strict";

const holder = document.getElementById("operations");

// Requests that are tried out with the browser's session need Django's CSRF token.
function addCsrfToken(request) {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  const isOwn = new URL(request.url, document.baseURI).origin === window.location.origin;
  if (cookie && isOwn && (request.method || "GET") !== "GET") {
    request.headers["X-CSRFToken"] = decodeURIComponent(cookie.slice("csrftoken=".length));
  }
  return request;
}

SwaggerUIBundle({
  url: holder.dataset.schema,
  domNode: holder,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: addCsrfToken,
});
