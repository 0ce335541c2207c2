"""Whether sources say what claims cite them for: the cited file is opened, and the name is looked for.

`cited.py` lists the citations, `files.py` opens the files (from the cache, a released package or a folder of
repositories), `read_before.py` knows what somebody read in files that cannot be opened here, `checking.py` looks and
judges. What cannot be opened, and was not read, is unchecked, which is not right.
"""
