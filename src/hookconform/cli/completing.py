"""What a shell completes behind a command: platforms, shipped adapters and folders, names to explain."""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def platforms(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a platform of the corpus."""
    from hookconform.corpus.claims import platform_ids

    return _beginning(platform_ids(), incomplete)


def adapters(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a shipped adapter, or a path."""
    from hookconform.attach.registry import shipped_names

    return [*_beginning(shipped_names(), incomplete), CompletionItem(incomplete, type="file")]


def explained(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete what `explain` takes: a platform, or a name that is canonical or native somewhere."""
    from hookconform.corpus.claims import load_platform, platform_ids
    from hookconform.corpus.vocabulary import load_vocabulary

    vocabulary = load_vocabulary()
    native = {claim.native for name in platform_ids() for claim in load_platform(name).claims}
    return _beginning({*platform_ids(), *vocabulary.tools, *vocabulary.events, *native}, incomplete)


def natives(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a native name of the platform that stands before it."""
    from hookconform.corpus.claims import load_platform, platform_ids

    platform = context.params.get("subject")
    known = load_platform(platform).claims if platform in platform_ids() else ()
    return _beginning({claim.native for claim in known}, incomplete)


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in sorted(names) if name.startswith(incomplete)]
