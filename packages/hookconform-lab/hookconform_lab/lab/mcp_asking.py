"""What the lab's MCP server asks where it asks, and what it tells the model of a program that gives no answer."""

from __future__ import annotations

# Below the home: where this file exists, the server also asks.
ASKS = "tools/mcp-asks"
SAMPLED, ELICITED, PROMPTED = "said-mcp-sampling", "said-mcp-elicitation", "said-mcp-prompt"
NO_SAMPLING = "it declares no sampling to MCP servers"
NO_ELICITATION = "it declares no elicitation to MCP servers"
NO_PROMPTS = "a run of one prompt lists no prompts of MCP servers"
LISTED = "it lists prompts of MCP servers"
ANSWERED = "the question was answered: "
