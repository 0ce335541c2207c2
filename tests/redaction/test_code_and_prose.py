"""Code and prose about secrets stay as they are; secrets in the same places go."""

from __future__ import annotations

import pytest

from hookconform_lab.redaction.private import Private
from hookconform_lab.redaction.redactor import Redactor

ORDINARY = """
const password = getPassword();
let token = await fetchToken(user);
secret = os.environ.get("APP_NAME")
api_key = config.get("name")
password = input("Password: ")
token = create_token(user, scopes)
apiKey = readKey();
if (user.password === undefined) return;
if (user.password !== null) {
if password == None:
if token != null:
assert session.token === undefined
user.password === undefined
token: Token
password: Password
password: string
api_key: str
secret: bytes
token: string;
auth: required
auth: optional
token: missing
password: required
token = token
password=password
apiKey: apiKey,
secret: SecretStr
token: Optional
password: self.password
token = process.env.TOKEN
password = os.environ.PASSWORD
secret = settings.secret
api_key=config.api_key
token = request.token
password: args.password,
Fix token counting
Fix token accounting in the parser
Basic authentication is deprecated.
Bearer authentication is required here
Token refreshing happens in the background
the token expires tomorrow
Digest authentication
a bearer contract
test_tokens.py::test_x
tests/test_auth.py::TestToken::test_expiry
pytest tests/test_secret.py::test_rotation
auth::middleware::require
ThisIsALongCamelCaseIdentifierInJava
ThereIsACamelCaseNameOfATest
shouldReturnAListOfUsersWhenAsked
AbstractSingletonProxyFactoryBean
convertAStringIntoANumber
getUserByIdOrThrowAnError
max_tokens=4096
C++11 14 17 20 23 and C++98
token_count: 12
the password is asked for
password policy
def reset_password(user):
return token.value
tokenizer.encode(text)
import secrets
git commit -m 'Rotate the token'
# TODO: hash the password
class PasswordReset(View):
SELECT password FROM users
secret: None
password=$PASSWORD
token: null
""".strip().splitlines()

# Each with what must not survive.
SECRETS = [
    ("lsv2_pt_0123456789abcdef0123456789abcdef_0a1b2c3d4e", "0a1b2c3d4e"),
    ("+++49 170 1234567", "1234567"),
    ("++4915112345678", "15112345678"),
    ("+ Tel. +49 170 1234567", "1234567"),
    ("smbclient -U 'app%hunter2!' //srv/x", "hunter2"),
    ('smbclient -U "DOM/app%hunter2!" //srv/x', "hunter2"),
    ("smbclient -U app%hunter2 //srv/x", "hunter2"),
    ("password = hunter2", "hunter2"),
    ("password = zeppelin", "zeppelin"),
    ("password: zeppelin", "zeppelin"),
    ('password == "zeppelin"', "zeppelin"),
    ("password === 'zeppelin'", "zeppelin"),
    ("if passwd != 'zeppelin':", "zeppelin"),
    ('password: "required"x', "requiredx"),
    ("PASSWORD=Tr0ub4dor&3", "Tr0ub4dor"),
    ("DB_PASS=zeppelin", "zeppelin"),
    ("api_key: Zeppelin9", "Zeppelin9"),
    ("apiKey=abc.def.ghi9", "ghi9"),
    ("secret=correct-horse-battery", "correct-horse"),
    ("secret = s3cr3t(not a call", "s3cr3t"),
    ("token = abcd1234efgh", "abcd1234efgh"),
    ("token: ghXabc12", "ghXabc12"),
    ("auth: Zm9vOmJhcg", "Zm9vOmJhcg"),
    ("auth=user1:zeppelin", "zeppelin"),
    ("Authorization: Bearer abcdefghijkl", "abcdefghijkl"),
    ("Authorization: Token counting", "counting"),
    ("curl -H 'Authorization: Bearer zeppelinzeppelin'", "zeppelinzeppelin"),
    ("Bearer abc123def456", "abc123def456"),
    ("Bearer AbCdEfGhIjKl", "AbCdEfGhIjKl"),
    ("token AbCdEfGhIj12", "AbCdEfGhIj12"),
    ("Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
    ("passphrase = config", "config"),
    ("password=getPassword9", "getPassword9"),
    ("password => zeppelin", "zeppelin"),
    ("passwd := zeppelin", "zeppelin"),
    ("aBcDeFgHiJkLmNoPqRsTuVwX", "aBcDeFgHiJkLmNoPqRsTuVwX"),
    ("QwErTyUiOpAsDfGhJkLzXcVb", "QwErTyUiOpAsDfGhJkLzXcVb"),
    ("XkPqZrTvWyBnMfGhJdKsLc", "XkPqZrTvWyBnMfGhJdKsLc"),
    ("--password zeppelin", "zeppelin"),
    ("https://user:zeppelin@example.org/x", "zeppelin"),
    ("mysql -pzeppelin shop", "zeppelin"),
    ("client_secret: zeppelin", "zeppelin"),
]


def redacted(text: str) -> str:
    return str(Redactor(Private()).redact({"text": text}).payload["text"])


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_secret_beside_code_goes(text: str, secret: str) -> None:
    assert secret not in redacted(text)


def test_lists_are_long_enough() -> None:
    assert len(set(ORDINARY)) >= 60
    assert len(set(SECRETS)) >= 40
