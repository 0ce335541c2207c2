"""A scripted model: one script engine behind four wire shapes, on loopback only.

`engine.py` decides which reply a request gets, `listener.py` speaks HTTP, and one module a shape reads that
shape's requests and writes its answers: `gemini.py`, `chat_completions.py`, `responses_api.py`, `messages.py`.
"""
