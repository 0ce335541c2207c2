"""The adapter that the suite asks: it serves the protocol on standard input and output."""

from canonical import TABLES, InvalidError, canonical
from serve_loop import InvalidPayloadError, UnsupportedPlatformError, serve


def canonicalize(platform, payload, registered_event=None, **_):
    """Answer with the canonical events of a payload."""
    if platform not in TABLES:
        raise UnsupportedPlatformError(platform)
    try:
        events, _called = canonical(platform, registered_event, payload)
    except InvalidError as error:
        raise InvalidPayloadError(str(error)) from None
    return {"events": events}


# What it claims is stated in adapter.toml alone.
IDENTITY = {"name": "example-python", "version": "0.1.0", "language": "python"}

if __name__ == "__main__":
    serve(IDENTITY, canonicalize=canonicalize)
