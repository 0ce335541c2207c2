"""YAML as rule packs use it: a duplicate key is an error, not the last one wins."""

from __future__ import annotations

import yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Loader(yaml.CSafeLoader):
    """PyYAML's loader in C, which refuses duplicate keys."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT002 (PyYAML's signature)
        """Construct one mapping; raises `yaml.YAMLError` for a key that comes twice."""
        mapping = super().construct_mapping(node, deep=deep)
        if len(mapping) < len(node.value):
            raise yaml.constructor.ConstructorError(None, None, "duplicate key", node.start_mark)
        return mapping


def load(text: str) -> Any:
    """Return the document's value; raises `ValueError` for text that is not YAML or has a duplicate key."""
    try:
        return yaml.load(text, Loader=Loader)  # noqa: S506 (a safe loader)
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(str(error)) from None
