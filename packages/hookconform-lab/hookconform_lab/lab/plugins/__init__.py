"""Programs whose plugins are files of functions of `(input, output)`, with a server: OpenCode and its relatives."""
