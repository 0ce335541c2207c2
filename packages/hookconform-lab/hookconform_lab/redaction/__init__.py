"""Take everything personal out of a payload, keep its structure, and prove that nothing personal is left.

In the order in which a payload goes through:

* `private.py`: what is personal on this machine and in these recordings (folders, names, hosts).
* `folders.py`, `tokens.py`, `people.py`, `identifiers.py`: one kind of thing each, text in, text out.
* `placeholders.py`: the stable names they put instead; the same value gets the same placeholder.
* `encodings.py`: looks through JSON in strings, percent-encoding, base64 and hexadecimal.
* `redactor.py`: applies all of it to a payload and says what was redacted where.
* `second_net.py`: detect-secrets over what is left.
* `gate.py`, with `harmless.py` and `published.py`: an allow-list; every value not recognised as harmless is a doubt.
"""
