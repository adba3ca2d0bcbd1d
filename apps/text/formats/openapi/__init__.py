"""OpenAPI and Swagger descriptions, in YAML or JSON (OpenAPI Specification 2.0, 3.0, 3.1)."""
