"""Network addresses: IPv4 and IPv6 other than loopback, addresses of network cards, names of internal hosts."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv6Address

from hookconform_lab.redaction.placeholders import Placeholders

_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_IPV4 = re.compile(
    rf"(?<![\w.])(?!127\.|0\.0\.0\.0|255\.){_OCTET}(?:\.{_OCTET}){{3}}(?![\w]|\.\d)"
    rf"|(?<![A-Za-z0-9])ip-{_OCTET}(?:-{_OCTET}){{3}}(?!\w)",
    re.ASCII,
)
# What may be one; whether it is, the standard library says.
_IPV6 = re.compile(
    r"(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]{0,40}:|::)[0-9A-Fa-f:]{2,39}+(?:\.\d{1,3}){0,3}(?:%\w{1,15})?(?!\w)",
    re.ASCII,
)
_CARD = re.compile(
    r"(?<![\w:-])(?:[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}(?:[0-9A-Fa-f]{2}\1[0-9A-Fa-f]{2}\1)?[0-9A-Fa-f]{2}"
    r"|[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})(?![\w:-])",
    re.ASCII,
)
_INTERNAL = re.compile(
    r"(?<![\w.-])[A-Za-z0-9][\w-]*+(?:\.[\w-]++)*?\.(?:internal|lan|corp|intranet|intra|localdomain|home\.arpa|ts\.net|onion)(?![\w-]|\.\w)",
    re.IGNORECASE,
)
_LOOPBACK = frozenset({"::", "::1"})


def redact_addresses(text: str, placeholders: Placeholders) -> str:
    """Return text with network addresses other than loopback replaced."""
    if text.isalnum():
        return text
    text = _CARD.sub(lambda match: placeholders.address(match[0]), text)
    if ":" in text:
        text = _IPV6.sub(lambda match: _ipv6(match[0], placeholders), text)
    text = _IPV4.sub(lambda match: placeholders.address(match[0]), text)
    return _INTERNAL.sub(lambda match: placeholders.address(match[0]), text) if "." in text else text


def _ipv6(found: str, placeholders: Placeholders) -> str:
    for text in (found, found.rstrip(":")):  # a sentence's own colon may stand behind it
        try:
            address = IPv6Address(text)
        except AddressValueError:
            continue
        if str(address) in _LOOPBACK or (not any(map(str.isdecimal, text)) and text.count(":") < 3):  # noqa: PLR2004
            return found  # two names joined by `::`, as programs write them, may have the form of an address
        return placeholders.address(text) + found[len(text) :]
    return found
