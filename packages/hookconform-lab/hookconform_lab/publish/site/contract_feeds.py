"""Feeds of contract changes, per platform and of all: Atom 1.0 (RFC 4287) and JSON Feed 1.1, an entry a release."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from hookconform.corpus.claims import Platform
from hookconform.ground.printable import printable, printable_json
from hookconform_lab.publish.addresses import SITE
from hookconform_lab.publish.site.releases import FOLDER, PAGE, ReleaseEntry, by_date, coded

ALL = "feeds/all"
# Readers keep what they have seen: older entries are on the pages.
_MOST = 100
# What a feed without entries says: it was never changed.
_NEVER = "1970-01-01"


def feed_name(platform: Platform) -> str:
    """Return the path of a platform's feeds below the site's root, without `.xml` and `.json`."""
    return f"feeds/{platform.id}"


def feed_files(entries: dict[str, tuple[ReleaseEntry, ...]]) -> dict[str, bytes]:
    """Return path → content of all feeds; `entries` are the releases of each recorded platform."""
    files: dict[str, bytes] = {}
    for found in entries.values():
        platform = found[0].platform
        title, page = f"What changed for hooks in {platform.name}", f"{FOLDER}/{platform.id}.html"
        files |= _both(feed_name(platform), title, page, by_date(found))
    together = by_date(entry for found in entries.values() for entry in found)
    return files | _both(ALL, "What changed for hooks of coding agents", PAGE, together)


def _both(name: str, title: str, page: str, entries: Sequence[ReleaseEntry]) -> dict[str, bytes]:
    kept = entries[:_MOST]
    return {
        f"{name}.xml": atom(title, page, f"{name}.xml", kept).encode(),
        f"{name}.json": json_feed(title, page, f"{name}.json", kept).encode(),
    }


def atom(title: str, page: str, path: str, entries: Sequence[ReleaseEntry]) -> str:
    """Return an Atom feed; its id is its own address, those of entries the places of the releases on the site."""
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<title>{escape(printable(title))}</title>",
        f"<id>{SITE}{path}</id>",
        f'<link rel="self" type="application/atom+xml" href="{SITE}{path}"/>',
        f'<link rel="alternate" type="text/html" href="{SITE}{page}"/>',
        f"<updated>{_moment(entries[0] if entries else None)}</updated>",
        "<author><name>hookconform</name></author>",
    ]
    return "\n".join([*head, *map(_atom_entry, entries), "</feed>"]) + "\n"


def _atom_entry(entry: ReleaseEntry) -> str:
    address = f"{SITE}{entry.page}"
    return (
        f"<entry><title>{escape(printable(entry.title))}</title>"
        f"<id>{escape(address)}</id>"
        f'<link rel="alternate" type="text/html" href={quoteattr(address)}/>'
        f"<updated>{_moment(entry)}</updated>"
        f"<category term={quoteattr(entry.platform.id)}/>"
        f'<content type="html">{escape(_html(entry))}</content></entry>'
    )


def json_feed(title: str, page: str, path: str, entries: Sequence[ReleaseEntry]) -> str:
    """Return a JSON Feed with the same entries under the same ids."""
    return (
        printable_json(
            {
                "version": "https://jsonfeed.org/version/1.1",
                "title": title,
                "home_page_url": f"{SITE}{page}",
                "feed_url": f"{SITE}{path}",
                "language": "en",
                "authors": [{"name": "hookconform"}],
                "items": [
                    {
                        "id": f"{SITE}{entry.page}",
                        "url": f"{SITE}{entry.page}",
                        "title": entry.title,
                        "content_html": _html(entry),
                        "date_published": _moment(entry),
                        "tags": [entry.platform.id],
                    }
                    for entry in entries
                ],
            },
            indent=1,
        )
        + "\n"
    )


def _html(entry: ReleaseEntry) -> str:
    """Return the changes of a release as a list."""
    items = "".join(f"<li>{coded(printable(line))}</li>" for _, line in entry.lines())
    is_latest = entry.date is not None and not entry.date.is_exact
    return f"<ul>{items}</ul>" + (f"<p>Released {entry.date} at the latest.</p>" if is_latest else "")


def _moment(entry: ReleaseEntry | None) -> str:
    """Return the beginning of the day of a release: at what time it came out is not filed."""
    day = _NEVER if entry is None or entry.date is None else entry.date.day
    return f"{day}T00:00:00Z"
