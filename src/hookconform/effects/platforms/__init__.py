"""What each platform does with a hook's answer, a module a platform, named like it with underscores.

A module has `effect(version, event, registered_event, answer, *, tool)` → `effects.effect.Effect`, held to the measured
rows. Without one nothing is predicted about answers there.
"""
