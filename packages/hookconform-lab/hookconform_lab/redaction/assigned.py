"""Secrets by what stands before them: keys, headers, options of commands, addresses, files of passwords."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

_WORDS = (
    r"passw(?:or)?d|passwort|passphrase|passcode|pwd|secret|api[_-]?key|access[_-]?key|account[_-]?key|auth[_-]?key"
    r"|private[_-]?key|encryption[_-]?key|signing[_-]?key|client[_-]?key|license[_-]?key|credential|bearer|connection[_-]?string"
    r"|(?:access|refresh|auth|private|session|id|api|personal|csrf|xsrf)[_-]?token(?!s)"
)
# A word by itself or the last of several: `pass`, `DB_PASS`, `dbPass`, `user_pin`; never the beginning of `passed`.
_LAST = r"pass|pin|otp|psk|cvv|cvc|pw|sig|signature|sid|jwt"
_NAMED = re.compile(rf"{_WORDS}|(?:^|[_.-])(?:{_LAST})$", re.IGNORECASE)
_NAMED_BY_CASE = re.compile(r"[a-z](?:Pass|Pin|Jwt|Sig)$|(?:^|_)KEY$")
# Words that counts carry too: what is all digits stays.
_NAMED_WEAKLY = re.compile(r"token|(?:^|[_.-])auth$", re.IGNORECASE)
_NOT_NAMED = frozenset({"PWD", "OLDPWD", "pwd"})
_SECRET_KEY = re.compile(
    rf"{_WORDS}|(?:^|_)(?:pass|pin|otp|psk|cvv|cvc|jwt)$|^token$|_token$|^auth$|^(?:proxy_)?authorization$"
    r"|^(?:set_)?cookies?$",
    re.IGNORECASE,
)
_QUOTED = r"""\\*"(?:[^"\\\n]|\\+[^"\n])*+\\*"?|\\*'[^'\n]*+'?|`[^`\n]*+`?"""
_BARE = r"""[^\s"',;&<>(){}\[\]\\|]{2,}+"""
_KEY = re.compile(r"""(?<![\w.-])(?P<key>[\w.-]++)(?:\\*["'])?\s{0,3}(?:=>|:=|[=!]==?|=|:(?!:))\s{0,3}""")
_VALUE = re.compile(rf"{_QUOTED}|{_BARE}")
_ELEMENT = re.compile(r"(?P<before><(?P<key>[\w:.-]{1,60})>\s{0,3})(?P<secret>[^<>]++)(?=<\\{0,2}/)")
_HEADER = re.compile(
    r"(?P<before>\b(?:set-cookie2?|cookie|(?:proxy-)?authorization|x-[a-z-]{0,30}(?:key|token|auth|secret))\s{0,3}:\s{0,3}"
    r"(?:(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)\s{1,3})?)(?P<secret>[^\r\n\"'\\]++)",
    re.IGNORECASE,
)
_SCHEME = re.compile(
    r"(?P<before>\b(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)\s{1,3})(?P<secret>[A-Za-z0-9][A-Za-z0-9._~+/=-]{7,}+)",
    re.IGNORECASE,
)
_URL_CREDENTIALS = re.compile(r"(?P<before>:(?:\\{0,2}/){2})(?P<secret>[^\s/\"'<>\\]+)(?=@)")
_OPTION = re.compile(
    rf"""(?P<before>(?<![\w-])--?(?:
        [\w-]{{0,40}}(?:password|passwd|passphrase|passcode|token|secret|api-?key|access-key|creds|credentials)
        |auth|pass|pw|pin|requirepass)(?:=|\s{{1,3}}))(?P<secret>{_QUOTED}|[^\s"'<>-][^\s"'<>]++)""",
    re.VERBOSE | re.IGNORECASE,
)
# `-u name:password` of curl and wget, however it is joined.
_USER_OPTION = re.compile(
    r"""(?P<before>(?<!\S)(?:(?:-u|-U|--user|--proxy-user)(?:=|\s{1,3}|(?=[^\s-]))))
    (?P<secret>"[^"\s:]++:[^"\n]++"|'[^'\s:]++:[^'\n]++'|[^\s"':=<>-][^\s"':<>]*+:[^\s"'<>]++)""",
    re.VERBOSE,
)
_REST = r"(?:(?!&&)[^|;\n]){0,300}?"
_REGISTRY_CLIENTS = "docker|podman|nerdctl|buildah|skopeo|helm|oras|az|oc|cf|ibmcloud|crane|heroku"
_DATABASE_CLIENTS = (
    "mongo\\w*|cqlsh|influx|clickhouse\\S*|neo4j\\S*|cypher-shell|vault|ipmitool|rabbitmqadmin|psexec\\S*"
)
# Options of one letter, which mean a password only for these commands.
_COMMANDS = tuple(
    re.compile(rf"(?P<before>\b(?:{commands})\b{_REST}(?<=\s)(?:{options}))(?P<secret>{_QUOTED}|[^\s\"'<>|;&]++)")
    for commands, options in (
        (r"mysql\w*|mariadb[\w-]*|mycli|xtrabackup|innobackupex", r"-p"),
        (r"sshpass|expect-pass", r"-p\s{0,3}"),
        (rf"(?:{_REGISTRY_CLIENTS})\b[^|;\n]{{0,60}}\blogin", r"-p\s{1,3}"),
        (r"redis-cli|ldap\w+", r"(?:-a|-w)\s{1,3}"),
        (r"zip|unzip|smbclient|sqlcmd|bcp", r"-P\s{0,3}"),
        (r"7z[ar]?", r"-p"),
        (_DATABASE_CLIENTS, r"-[pP]\s{1,3}"),
        (r"openssl", r"-(?:k|K|passin|passout|pass)\s{1,3}(?:pass:)?"),
        (r"htpasswd\b[^|;\n]{0,60}\s-\w*b\w*\s+\S+\s+\S+|net\s+use\b[^|;\n]{0,120}/user:\S+", r""),
        (r"chpasswd|passwd", r"<<<\s{0,3}"),
    )
)  # fmt: skip
_SMB_USER = re.compile(r"(?P<before>(?<!\S)(?:-U|--user=?)\s{0,3}[\"']?[\w.\\/-]+%)(?P<secret>[^\s\"'<>]++)")
_NETRC = re.compile(r"\b(?:machine\s+\S{1,200}|default)\s+(?:login|password|account)\s")
_NETRC_WORD = re.compile(r"(?P<before>\b(?:login|password|account)\s+)(?P<secret>\S++)")
_PGPASS = re.compile(r"(?P<before>(?<![\w.*:-])[\w.*-]++:(?:\d{1,5}|\*):[\w*.-]++:[\w*.@-]++:)(?P<secret>[^\s\"']++)")
_SHADOW = re.compile(r"(?P<before>:)(?P<secret>\$(?:\d[a-z]?|y|argon2\w*)\$[A-Za-z0-9./$=,+-]{8,}+)")
# A variable, a truth value, two numbers of a user and a group, nothing.
_HARMLESS = re.compile(
    r"""[\\"'`]*(?:\$[A-Z_][A-Z0-9_]*|\$\{[A-Z_][A-Z0-9_]*\}|true|false|null|None|undefined|\d+:\d+|\*+|\.\.\.|)[\\"'`]*"""
)
# The end of a call, as behind a prompt: `input("Password: ")`.
_MARKS = re.compile(r"[\s)\]};,.:]{1,4}")
_QUOTES = re.compile(r"""(?P<open>\\*["'`]?)(?P<inner>.*?)(?P<close>\\*["'`]?)\Z""", re.DOTALL)

# What stands behind a name in code or prose and is no value: a call, a member, a type, a state.
_CALL = re.compile(r"(?:await\s|new\s)?[A-Za-z_$][A-Za-z_$.]{2,}\([^()\n]{0,200}\)(?=[\s;,.)\]}]|$)")
_MEMBER = re.compile(
    r"(?:self|this|process\.env|os\.environ|environ|import\.meta\.env|env|config|settings|args|options|opts|request|req|user"
    r"|ctx|context|cls|params|props|state|form|data|event|session|client)\??(?:\.[A-Za-z_$]+)+(?=[\s;,.)\]}]|$)"
)
_TYPES = re.compile(
    r"str|string|text|bytes|int|integer|number|bool|boolean|object|any|unknown|void|never|float|optional|required|nullable"
    r"|missing|invalid|expired|empty|unset|hidden|masked|redacted|enabled|disabled|SecretStr|Optional|Option|Maybe|Any|None"
    r"|nil|null|undefined|true|false|String|Vec|Buffer|Uint8Array"
)
_PLAIN_WORD = re.compile(r"[A-Z]?[a-z]{3,20}[.,;:!?]?")
_SHORT_WORD = re.compile(r"[a-z]{2,12}")

Replace = Callable[[str], str]


@lru_cache(maxsize=4096)
def is_secret_key(key: str) -> bool:
    """Tell whether a value under this key is a secret whatever it looks like."""
    return key not in _NOT_NAMED and _SECRET_KEY.search(key.replace("-", "_")) is not None


def redact_assigned(text: str, replace: Replace) -> str:
    """Return text with `replace` applied to whatever a key, a header, an option or an address says is a secret."""

    def plain(match: re.Match[str]) -> str:
        return match["before"] + _inside_quotes(match["secret"], replace)

    if "@" in text:
        text = _URL_CREDENTIALS.sub(plain, text)
    if _NETRC.search(text):
        text = _NETRC_WORD.sub(plain, text)
    if "-" in text or "/user:" in text or "<<<" in text:
        for pattern in (_USER_OPTION, _SMB_USER, *_COMMANDS, _OPTION):
            text = pattern.sub(plain, text)
    if "<" in text:
        text = _ELEMENT.sub(lambda match: plain(match) if _is_named(match["key"]) else match[0], text)
    text = _SCHEME.sub(lambda match: match[0] if _PLAIN_WORD.fullmatch(match["secret"]) else plain(match), text)
    if ":" in text:
        for pattern in (_PGPASS, _SHADOW, _HEADER):
            text = pattern.sub(plain, text)
    return _redact_values(text, replace) if ":" in text or "=" in text else text


def _redact_values(text: str, replace: Replace) -> str:
    """Replace values by their keys; a value under a harmless key is looked at too, since it may hold further keys."""
    parts: list[str] = []
    end = 0
    for match in _KEY.finditer(text):
        if match.start() < end or not (_is_named(match["key"]) or _NAMED_WEAKLY.search(match["key"])):
            continue
        value = _VALUE.match(text, match.end())
        if value is None or not (_is_named(match["key"]) or not value[0].strip("\\\"'`").isdecimal()):
            continue
        if _is_code(text, match["key"], value):
            continue
        parts += [text[end : value.start()], _inside_quotes(value[0], replace)]
        end = value.end()
    return "".join(parts) + text[end:]


def _is_code(text: str, key: str, value: re.Match[str]) -> bool:
    """Tell whether a bare value is code or a word of prose: a call, a member, a type, or the key's own name again."""
    bare = value[0].rstrip(".?!:")
    if not bare[:1].isalpha() and bare[:1] not in {"_", "$"}:
        return False
    if _CALL.match(text, value.start()) or _MEMBER.match(text, value.start()) or _TYPES.fullmatch(bare):
        return True
    name = re.split(r"[.-]", key)[-1].replace("_", "").lower()
    if bare.replace("_", "").lower() == name:
        return True
    # `auth: required`, `token: missing`: what is called a password may be one lower-case word.
    return not _is_named(key) and _SHORT_WORD.fullmatch(bare) is not None


def _is_named(key: str) -> bool:
    if key in _NOT_NAMED:
        return False
    return _NAMED.search(key) is not None or _NAMED_BY_CASE.search(key) is not None


def _inside_quotes(secret: str, replace: Replace) -> str:
    """Replace what stands in the quotes, unless it is harmless."""
    parts = _QUOTES.fullmatch(secret)
    if parts is None or not parts["inner"] or _HARMLESS.fullmatch(secret) or _MARKS.fullmatch(parts["inner"]):
        return secret
    return parts["open"] + replace(parts["inner"]) + parts["close"]
