"""How a plugin is called with a recorded call, a module a platform whose hooks are functions.

A module has `command(plugin)` and `answer(said)`. Without one a hook program's manifest may name no `plugin` there.
"""
