"""What exactly stands instead of what: one example a rule, and look-alikes that must stay."""

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from hookconform_lab.redaction.kinds import kinds_in
from hookconform_lab.redaction.placeholders import is_placeholder, masked
from hookconform_lab.redaction.private import Private, of_this_machine, with_payloads
from hookconform_lab.redaction.redactor import Redactor

PRIVATE = Private(
    homes=("/home/ann",),
    workspaces=("/home/ann/code/kite",),
    users=("ann",),
    hosts=("heron",),
    workspace_names=("kite",),
)


def redacted(value: Any, key: str = "text") -> Any:
    return Redactor(PRIVATE).redact({key: value}).payload[key]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/ann/code/kite/src/a.py", "/home/dev/project/src/a.py"),
        (
            "/home/ann/.claude/projects/-home-ann-code-kite/x.jsonl",
            "/home/dev/.claude/projects/-home-dev-project/x.jsonl",
        ),
        ("/home/anna/x", "/home/dev/x"),
        ("file:///home/ann/x", "file:///home/dev/x"),
        ("file:///C:/Users/Ann/x", "file:///C:/Users/dev/x"),
        ("C:\\Users\\Ann\\x", "C:\\Users\\dev\\x"),
        ('{"path":"C:\\\\Users\\\\Ann\\\\x"}', '{"path":"C:\\\\Users\\\\dev\\\\x"}'),
        ("/mnt/c/Users/Ann/x", "/mnt/c/Users/dev/x"),
        ("%2Fhome%2Fann%2Fx", "%2Fhome%2Fdev%2Fx"),
        ("/root/.ssh", "/home/dev/.ssh"),
        ("ssh ann@heron", "ssh dev@devhost"),
        ("Ann and ANN, on HERON", "dev and dev, on devhost"),
        ("cd ../kite", "cd ../project"),
        ("mail a.b+c@corp.example.net", "mail dev@example.com"),
        ("a@b.org and c@d.org and a@b.org", "dev@example.com and dev-2@example.com and dev@example.com"),
        ("git clone https://user:pa55word@example.com/x", "git clone https://<token-1>@example.com/x"),
        ("curl -H 'Authorization: Bearer abcdefgh12345'", "curl -H 'Authorization: Bearer <token-1>'"),
        ("mysql --password hunter22 db", "mysql --password <token-1> db"),
        ("curl -u admin:hunter22 https://example.com", "curl -u <token-1> https://example.com"),
        ('x {"a": "https:\\/\\/bob:zebra@example.com"} y', 'x {"a": "https:\\/\\/<token-1>@example.com"} y'),
        ("<password>zebra<\\/password>", "<password><token-1><\\/password>"),
        ("export API_KEY=abcd1234", "export API_KEY=<token-1>"),
        ('{"password": "hunter22"}', '{"password": "<token-1>"}'),
        ("7D2B0A3E-5A0F-4A0E-9D7C-3F6F2F1F0B11", "00000000-0000-4000-8000-000000000001"),
        ("toolu_01AbCdEfGhIjKlMnOpQrStUv", "toolu_000000000000000000000001"),
        ("da39a3ee5e6b4b0d3255bfef95601890afd80709", "0000000000000000000000000000000000000001"),
        ("ping 203.0.113.9", "ping <address-1>"),
        ("ping6 2001:db8::ff00:42:8329", "ping6 <address-1>"),
        ("connect to [fe80::1ff:fe23:4567:890a%eth0]:22", "connect to [<address-1>]:22"),
        ("ether 00:1b:63:84:45:e6 up", "ether <address-1> up"),
        ("ssh build7.rack2.internal", "ssh <address-1>"),
        ("Set-Cookie: sid=abc; Path=/", "Set-Cookie: <token-1>"),
        (
            "machine git.example.org login bob password zebra",
            "machine git.example.org login <token-1> password <token-2>",
        ),
        ("db.example.org:5432:shop:app:zebra", "db.example.org:5432:shop:app:<token-1>"),
        ("mysql -u root -pzebra shop", "mysql -u root -p<token-1> shop"),
        ("sshpass -p zebra ssh x", "sshpass -p <token-1> ssh x"),
        ("docker login -u x -p zebra", "docker login -u x -p <token-1>"),
        ("curl --user=admin:zebra x", "curl --user=<token-1> x"),
        ('password="my zebra phrase" next', 'password="<token-1>" next'),
        ("a&#64;corp.example.org", "dev&#64;example.com"),
        ("&#x2F;home&#x2F;ann&#x2F;x", "&#x2F;home&#x2F;dev&#x2F;x"),
        ("password=&quot;zebra&quot; x", "password=&quot;<token-1>&quot; x"),
        ("\\u002fhome\\u002fann\\u002fx", "\\u002fhome\\u002fdev\\u002fx"),
        ("C:\\Users\\Ann Miller\\x", "C:\\Users\\dev\\x"),
        ("pay 4111 1111 1111 1111 now", "pay <token-1> now"),
        ("call +49 171 5550123 now", "call <token-1> now"),
        ('{"password":"zebra","password":"y"}', '{"password":"<token-1>","password":"<token-2>"}'),
        ('{"a":"/home/ann/x","a":1}', '{"a":"/home/dev/x","a":1}'),
        ('{ "a" : "/home/ann/x", "n":1.0e5 }', '{ "a" : "/home/dev/x", "n":1.0e5 }'),
    ],
)
def test_what_is_private_becomes_a_placeholder(text: str, expected: str) -> None:
    assert redacted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "npm run build -- --mode production",
        "annual report",
        "heronry",
        "/usr/local/bin/python3.11",
        "/homepage/users",
        "http://127.0.0.1:8080/v1",
        "1.2.3.4.5",
        "git@v2",
        "ephemeral_1h_input_tokens",
        "SomeRatherLongCamelCaseIdentifierName",
        "this-is-a-rather-long-name-of-a-branch-2026-11-21",
        "gemini-2.5-flash-preview-05-20",
        "2026-11-21T02:31:32.915Z",
        "/home/dev/project/src/a.py",
        "dev@example.com",
        "the password is asked for",
        "docker run -u 1000 alpine",
        "prog --token --verbose",
        "mysql -p shop",
        "docker run -p 8080:80 x",
        "std::vector and fmt::print",
        "::1 and 02:31:32",
        "max_tokens=4096",
        "PWD=/home/dev/project",
        "password=$PASSWORD",
        '{"a":1,"a":"x"}',
        "AT&amp;T &lt;b&gt;",
        "100%25",
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("session_id", "0192f0aa77", "0000000001"),
        ("sessionID", "ses_4f2a9c1e8b7d", "ses_000000000001"),
        ("account_id", 123456789, 1),
        ("shellId", "sh1", "sh1"),
        ("model_id", "claude-sonnet-4-20250514", "claude-sonnet-4-20250514"),
        ("api_key", "x", "<token-1>"),
        ("count", 123456789, 123456789),
        ("customer_id", "vantor-20261121", "000000000000001"),
        ("pin", 4711, 0),
        ("token_count", 12, 12),
    ],
)
def test_some_keys_say_what_a_value_is(key: str, value: Any, expected: Any) -> None:
    assert redacted(value, key) == expected


def test_the_same_value_gets_the_same_placeholder_throughout() -> None:
    redactor = Redactor(PRIVATE)
    session = "7d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11"
    first = redactor.redact({"session_id": session, "path": f"/x/{session}/7d2b0a3e.json"}).payload
    second = redactor.redact({"other": "1d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11", "session_id": session}).payload
    assert first["path"] == f"/x/{first['session_id']}/00000000.json"
    assert second["session_id"] == first["session_id"]
    assert second["other"] != first["session_id"]


def test_keys_are_redacted_and_stay_apart() -> None:
    payload = {"files": {"/home/ann/a": 1, "/home/bob/a": 2}}
    assert Redactor(PRIVATE).redact(payload).payload == {"files": {"/home/dev/a": 1, "/home/dev/a-2": 2}}


def test_the_workspace_is_learnt_from_the_payloads() -> None:
    payloads = [{"cwd": "/srv/kite/src"}, {"cwd": "/srv/kite"}, {"directory": "D:\\Code\\Kite"}]
    private = with_payloads(Private(), payloads)
    assert private.workspaces == ("/srv/kite", "D:\\Code\\Kite")
    texts = [Redactor(private).redact({"a": text}).payload["a"] for text in ("/srv/kite/src/x", "d:\\code\\kite\\x")]
    assert texts == ["/home/dev/project/src/x", "C:\\Users\\dev\\project\\x"]


@pytest.mark.needs("git")
def test_names_are_learnt_from_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.kestrel").mkdir()
    (tmp_path / "a.kestrel" / ".gitconfig").write_text("[user]\nname = Annabel Merlin\n")
    monkeypatch.chdir(tmp_path)
    for name, value in {"HOME": str(tmp_path / "a.kestrel"), "GIT_CONFIG_NOSYSTEM": "1", "LOGNAME": "akestrel"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("socket.gethostname", lambda: "falcon.nest.example")
    private = of_this_machine()
    text = f"{tmp_path}/a.kestrel/x by Annabel Merlin (akestrel, kestrel@falcon.nest.example)"
    assert "/home/dev/x by dev (dev, dev" in Redactor(private).redact({"a": text}).payload["a"]
    assert "falcon" not in Redactor(private).redact({"a": "falcon and falcon.nest.example"}).payload["a"]


def test_a_long_text_is_cut_out() -> None:
    assert redacted("word " * 300) == "<elided: 1500 characters of platform text>"


def test_a_long_argument_is_masked_as_the_users() -> None:
    payload = {"tool_input": {"content": "word " * 100, "edits": ["word " * 300]}, "content": "word " * 100}
    assert Redactor(PRIVATE).redact(payload, ("/tool_input",)).payload == {
        "tool_input": {
            "content": "<redacted: text of up to 1000 characters>",
            "edits": ["<redacted: text of up to 3000 characters>"],
        },
        "content": "<elided: 500 characters of platform text>",
    }


def test_what_was_redacted_is_told_with_its_place() -> None:
    redactions = Redactor(PRIVATE).redact({"a": {"b/c": ["x", "/home/ann/x sent to a@b.org"]}}).redactions
    assert [(item.pointer, item.kinds) for item in redactions] == [("/a/b~1c/1", ("e-mail address", "folder"))]


@pytest.mark.parametrize(
    "text",
    ["<token-1>", "ses_000000000001", "00000000", "dev-2@example.com", "<redacted: text of up to 30 characters>"],
)
def test_placeholders_are_known(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize(
    "text",
    [
        "0001234567",
        "000123456789",
        "0000",
        "<token-x>",
        "abc00012",
        "dev@example.org",
        "customer-00000001",
        "<redacted: merger>",
        "<token-4111111111>",
        "00000000-0000-4000-8000-411111111111",
        "<elided: 4211 secrets>",
        "0000\u06610001",
    ],
)
def test_what_is_not_quite_one_is_not_taken_for_one(text: str) -> None:
    assert not is_placeholder(text)


@pytest.mark.parametrize(
    ("length", "said"), [(1, "up to 10"), (10, "up to 10"), (11, "up to 30"), (10_001, "over 10000")]
)
def test_masking_tells_the_length_class_only(length: int, said: str) -> None:
    assert masked("x" * length) == f"<redacted: text of {said} characters>"


MAIL = b"mail a.b+c@corp.example.net now"


@pytest.mark.parametrize(
    "encoded",
    [
        b64encode(MAIL).decode(),
        b64encode(MAIL.decode().encode("utf-16-le")).decode(),
        MAIL.hex(),
        MAIL.hex().upper(),
        b64encode(MAIL.hex().encode()).decode(),
    ],
    ids=["base64", "base64 of PowerShell", "hexadecimal", "hexadecimal in capitals", "one in the other"],
)
def test_what_an_encoded_text_would_tell_is_told_by_its_kind(encoded: str) -> None:
    assert kinds_in(f"decode {encoded} please", PRIVATE, frozenset({"anyone"})) == ["e-mail address"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("2026-11-22T11:56:39.842609127+00:00", "2026-11-22T11:56:39.842609000+00:00"),
        ("2026-11-22T11:56:39.842609127Z", "2026-11-22T11:56:39.842609000Z"),
        ("2026-11-22T11:56:39.842609Z", "2026-11-22T11:56:39.842609Z"),
        ("2026-11-22T11:56:39.8426091274Z", "2026-11-22T11:56:39.8426091274Z"),
        ("v11.56.39.842609127", "v11.56.39.842609127"),
    ],
)
def test_a_time_has_no_room_for_a_number_of_nine_digits(text: str, kept: str) -> None:
    assert Redactor(Private()).redact({"timestamp": text}).payload == {"timestamp": kept}
