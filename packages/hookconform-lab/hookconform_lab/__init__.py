"""Record, measure, contribute, grade and publish: what maintainers and contributors of hookconform need."""

__version__ = "0.1.0"
