"""The REST API under `/api/v1/`: one file a resource.

Nothing is decided here. A resource finds things with the selectors, asks `ladder.permissions.may`, acts through the
services that the pages use, and puts what came of it into a shape (a serializer, which is its part of the schema, too).
"""
