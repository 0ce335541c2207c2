"""Edits as single programs make them of a text that is not in the file exactly.

The base tools are strict by default. `tool_facades.wrappers.programs` has the ways of a program, and these are part of
them. Each module has the rules of one program. Where such a rule would damage a file, the edit is refused instead.
"""
