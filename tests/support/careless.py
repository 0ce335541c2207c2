"""What stands in the payloads of a careless contributor: hundreds of values, made by class, each with what must go.

The forms are written down here by themselves, not taken from the tables that are tested with them.
"""

import itertools
import random
import string
from collections.abc import Iterator
from dataclasses import dataclass

LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
ALNUM = LOWER + UPPER + DIGITS
HEX = "0123456789abcdef"
URL_SAFE = ALNUM + "-_"


@dataclass(frozen=True, slots=True)
class Planted:
    """A value as it stands in a payload, the part that must not be published, and whether redaction promises it."""

    kind: str
    text: str
    needle: str
    promised: bool


# Service → beginning, alphabet and length of the drawn part, end.
TOKENS: dict[str, tuple[str, str, int, str]] = {
    "OpenAI": ("sk-proj-", URL_SAFE, 48, ""),
    "Anthropic": ("sk-ant-api03-", URL_SAFE, 90, "AA"),
    "GitHub classic": ("ghp_", ALNUM, 36, ""),
    "GitHub app": ("ghs_", ALNUM, 36, ""),
    "GitHub fine-grained": ("github_pat_", ALNUM, 22, "_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9"),
    "GitLab": ("glpat-", URL_SAFE, 20, ""),
    "GitLab runner": ("glrt-", URL_SAFE, 20, ""),
    "AWS": ("AKIA", UPPER + "234567", 16, ""),
    "AWS session": ("ASIA", UPPER + "234567", 16, ""),
    "Google API": ("AIza", URL_SAFE, 35, ""),
    "Google OAuth": ("ya29.", URL_SAFE, 60, ""),
    "Google client": ("GOCSPX-", URL_SAFE, 28, ""),
    "Slack bot": ("xoxb-", DIGITS, 12, "-aB3dE5fG7hJ9kL1mN3pQ5rS7"),
    "Slack app": ("xapp-1-A0", UPPER + DIGITS, 9, "-1234567890123-abcdef0123456789"),
    "Stripe": ("sk_live_", ALNUM, 24, ""),
    "Stripe webhook": ("whsec_", ALNUM, 32, ""),
    "npm": ("npm_", ALNUM, 36, ""),
    "PyPI": ("pypi-AgEIcHlwaS5vcmc", URL_SAFE, 60, ""),
    "Hugging Face": ("hf_", ALNUM, 34, ""),
    "DigitalOcean": ("dop_v1_", HEX, 64, ""),
    "Shopify": ("shpat_", HEX, 32, ""),
    "SendGrid": ("SG.", URL_SAFE, 22, ".aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9f"),
    "Twilio": ("SK", HEX, 32, ""),
    "Mailgun": ("key-", HEX, 32, ""),
    "Telegram": ("7123456789:AA", URL_SAFE, 33, ""),
    "Discord": ("MTA", ALNUM, 23, ".GhIjKl.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC"),
    "Databricks": ("dapi", HEX, 32, ""),
    "Dropbox": ("sl.", URL_SAFE, 60, ""),
    "Doppler": ("dp.pt.", ALNUM, 43, ""),
    "Figma": ("figd_", URL_SAFE, 40, ""),
    "Grafana": ("glsa_", ALNUM, 32, "_abcdef01"),
    "Vault": ("hvs.", URL_SAFE, 24, ""),
    "Terraform Cloud": ("aB3dE5fG7hJ9kL.atlasv1.", URL_SAFE, 60, ""),
    "Heroku": ("HRKU-", URL_SAFE, 30, ""),
    "Linear": ("lin_api_", ALNUM, 40, ""),
    "Netlify": ("nfp_", ALNUM, 36, ""),
    "New Relic": ("NRAK-", UPPER + DIGITS, 27, ""),
    "Notion": ("ntn_", ALNUM, 43, ""),
    "PlanetScale": ("pscale_tkn_", URL_SAFE, 43, ""),
    "Postman": ("PMAK-", HEX, 24, "-0123456789abcdef0123456789abcdef01"),
    "Pulumi": ("pul-", HEX, 40, ""),
    "Replicate": ("r8_", ALNUM, 37, ""),
    "RubyGems": ("rubygems_", HEX, 48, ""),
    "Sentry": ("sntrys_", ALNUM, 60, ""),
    "SonarQube": ("squ_", HEX, 40, ""),
    "Square": ("sq0atp-", URL_SAFE, 22, ""),
    "Supabase": ("sbp_", HEX, 40, ""),
    "Tailscale": ("tskey-auth-", ALNUM, 12, "-aB3dE5fG7hJ9kL1mN3pQ5"),
    "xAI": ("xai-", ALNUM, 80, ""),
    "Groq": ("gsk_", ALNUM, 52, ""),
    "Atlassian": ("ATATT3x", URL_SAFE, 60, ""),
    "age": ("AGE-SECRET-KEY-1", UPPER + DIGITS, 58, ""),
    "Docker Hub": ("dckr_pat_", URL_SAFE, 27, ""),
    "Artifactory": ("AKCp", ALNUM, 69, ""),
    "1Password": ("ops_", ALNUM, 60, ""),
    "Azure storage": ("AccountKey=", ALNUM + "+/", 86, "=="),
    "AWS secret": ("aws_secret_access_key = ", ALNUM + "+/", 40, ""),
    "web token": ("eyJhbGciOiJIUzI1NiJ9.eyJ", URL_SAFE, 30, ".aB3dE5fG7hJ9kL1mN3pQ5"),
    "SHA-1": ("", HEX, 40, ""),
    "drawn": ("", ALNUM, 32, ""),
    "SSH key": ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA", ALNUM, 44, " gundula@hazel"),
}
PASSWORDS = ("Hunter2Hunter2", "correct-zebra-staple", "s3cr3tZebra!", "Zebra#2026", "zebrazebra", "20264711")
# `{}` is the password.
WHERE_PASSWORDS_STAND = (
    "mysql -u root -p{} shop",
    "mysqldump --user=root --password={} shop > out.sql",
    "sshpass -p {} ssh admin@203.0.113.5",
    "sshpass -p'{}' scp a b:",
    "docker login -u deploy -p {} registry.example.net",
    "podman login --password {} quay.example.net",
    "helm registry login --username bob --password={} r.example.net",
    "skopeo copy --src-creds bob:{} docker://a docker://b",
    "curl -u admin:{} https://example.net/api",
    "curl -uadmin:{} https://example.net/api",
    "curl --user=admin:{} https://example.net/api",
    "curl --user 'admin:{}' https://example.net/api",
    "curl --proxy-user admin:{} https://example.net",
    "wget --http-password={} https://example.net/x",
    "curl https://admin:{}@example.net/api",
    "git clone https://oauth2:{}@git.example.net/x.git",
    "psql postgres://app:{}@db.example.net:5432/shop",
    'psql "host=db.example.net user=app password={} dbname=shop"',
    "redis-cli -h cache.example.net -a {} ping",
    "redis://:{}@cache.example.net:6379/0",
    "mongosh -u admin -p {} --host db",
    "ldapsearch -x -D cn=admin -w {} -b dc=x",
    "PGPASSWORD={} pg_dump shop",
    "export DB_PASS={}",
    "export MYSQL_PWD={}; mysql",
    "$env:API_SECRET = '{}'",
    'set "SMTP_PASSWORD={}"',
    "zip -P {} out.zip a.txt",
    "openssl enc -aes-256-cbc -k {} -in a",
    "openssl rsa -passin pass:{} -in key.pem",
    "7z x -p{} out.7z",
    "smbclient //srv/x -U bob%{}",
    "machine git.example.net login bob password {}",
    "machine git.example.net\n  login bob\n  password {}\n",
    "db.example.net:5432:shop:app:{}",
    "Set-Cookie: session={}; Path=/; HttpOnly",
    "curl -H 'Cookie: sid={}' https://example.net",
    "curl -H 'Authorization: Bearer {}' https://example.net",
    "curl -H 'X-Api-Key: {}' https://example.net",
    "curl -H 'Private-Token: {}' https://example.net",
    "Authorization: Basic {}",
    'password: "{}"',
    "password='{}'",
    "spring.datasource.password={}",
    '{{"db_password" : "{}" , "n":1}}',
    'echo "{{\\"password\\": \\"{}\\"}}" | http post x',
    "<password>{}</password>",
    "https://example.net/cb?access_token={}&state=1",
    "jdbc:mysql://db/shop?user=app&password={}",
    "client_secret => '{}'",
    "const apiKey = '{}';",
    "vault login -p {} x",
    "net use Z: \\\\srv\\x /user:bob {}",
    "prog --api-key {} run",
    "prog --token={} run",
    "password=&quot;{}&quot;",
    "password&#61;{}",
)
PEOPLE = ("gundula.hagedorn", "k.oyelaran", "priya_raman", "müller", "j.doe-smith", "xiaoming.zhang")
DOMAINS = ("hagedorn-bau.example", "kestrelbank.example", "mail.vantor.example", "vantor.co.example")
NAMES = (
    "vantor", "kestrelbank", "hagedorn", "projekt-nachtfalke", "NACHTFALKE", "bluefin_migration", "acmecorp-billing",
    "OyelaranHoldings", "vantor-merger", "gundula", "nachtfalke2",
)  # fmt: skip
# `{}` is a name that must not be told.
WHERE_NAMES_STAND = (
    "/Users/{}/code/notes.md", "/home/{}/.ssh/config", "C:\\Users\\{}\\Desktop\\a.txt", "C:/Users/{}/a.txt",
    "/mnt/c/Users/{}/a", "/c/Users/{}/a", "\\\\wsl$\\Ubuntu\\home\\{}\\a", "\\\\wsl.localhost\\Debian\\home\\{}\\a",
    "file:///Users/{}/a", "file:///C:/Users/{}/a", "C:\\Documents and Settings\\{}\\a", "/var/home/{}/a",
    "/export/home/{}/a", "/nfs/home/{}/a",
)  # fmt: skip
WHERE_WORDS_STAND = (
    "{}", "src/{}.py", "/home/dev/{}/src", "/home/dev/project/{}/main.go", "/home/dev/project/src/main.{}",
    "docs/00000001.{}", "/srv/{}/app", "/Volumes/{}/src", "D:\\{}\\src", "\\\\fileserver\\{}\\src",
    "git checkout -b {}", "feature/{}", "customer-{}-20261121", "user_{}", "org_{}", "<redacted: {}>", "<elided: {}>",
    "<token-{}>", "call_{}", "1.2.3-{}", "1.2.3+{}.4", "gpt-{}", "2026-11-21T02:31:32Z {}", "ssh build01.{}.example",
    "{}.internal", "s3://{}-backups/db.dump", "https://{}.atlassian.example/browse/X-1", "git@github.com:{}/app.git",
    "@{}/ui", "session-2026-11-21T02-31-00000000.{}", "-Users-dev-{}", "00000000-0000-4000-8000-000000000001-{}",
    "// TODO {}",
    "mcp__{}__search", "{}_port", "README.{}.md", "~/{}", "../{}", "/tmp/{}.log", "toolu_00000001{}",
)  # fmt: skip


def _cards(rng: random.Random) -> Iterator[tuple[str, str]]:
    for start, length in (("4", 16), ("51", 16), ("34", 15), ("6011", 16), ("4", 13)):
        digits = [int(digit) for digit in start] + [rng.randrange(10) for _ in range(length - len(start) - 1)]
        doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[::-2]]
        digits.append(-(sum(doubled) + sum(digits[-2::-2])) % 10)
        plain = "".join(map(str, digits))
        for sign in ("", " ", "-", ".", "/", "_"):
            yield "card", sign.join(plain[at : at + 4] for at in range(0, length, 4))


def _numbers(rng: random.Random) -> Iterator[tuple[str, str]]:
    def drawn(count: int) -> str:
        return str(rng.randrange(1, 9)) + "".join(rng.choices("123456789", k=count - 1))

    for _ in range(6):
        yield "telephone", f"+49 {drawn(3)} {drawn(7)}"
        yield "telephone", f"({drawn(3)}) {drawn(3)}-{drawn(4)}"
        yield "telephone", f"{drawn(3)}-{drawn(3)}-{drawn(4)}"
        yield "telephone", f"{drawn(3)}.{drawn(3)}.{drawn(4)}"
        yield "telephone", f"0{drawn(3)}/{drawn(7)}"
        yield "account", drawn(10)
        yield "account", f"{drawn(3)}-{drawn(2)}-{drawn(4)}"
        yield "account", f"{drawn(4)}_{drawn(4)}_{drawn(4)}"
        yield "account", f"{drawn(2)}-{drawn(2)}-{drawn(2)}-{drawn(2)}-{drawn(2)}"
        yield "IPv4", ".".join(str(rng.randrange(11, 99)) for _ in range(4))
        yield "IPv4", "ip-" + "-".join(str(rng.randrange(11, 99)) for _ in range(4))
        groups = [f"{rng.randrange(4096, 65536):x}" for _ in range(8)]
        yield "IPv6", ":".join(groups)
        yield "IPv6", f"2001:db8:{groups[0]}::{groups[1]}"
        yield "IPv6", f"fe80::{groups[2]}:{groups[3]}%eth0"
        pairs = [f"{rng.randrange(16, 256):02x}" for _ in range(6)]
        yield "MAC", ":".join(pairs)
        yield "MAC", "-".join(pairs).upper()
        yield "birth date", f"19{rng.randrange(50, 99)}-0{rng.randrange(1, 9)}-1{rng.randrange(1, 9)}"
        yield "coordinates", f"48.{drawn(5)},11.{drawn(5)}"


_REPLACED_NUMBERS = frozenset({"IPv4", "IPv6", "MAC"})


def _tokens(rng: random.Random) -> Iterator[Planted]:
    for service, (before, alphabet, length, after) in TOKENS.items():
        for _ in range(2):
            drawn = "".join(rng.choices(alphabet, k=length))
            yield Planted(f"token: {service}", before + drawn + after, drawn[:12], promised=True)


def _passwords() -> Iterator[Planted]:
    for place, password in itertools.product(WHERE_PASSWORDS_STAND, PASSWORDS):
        yield Planted("password", place.format(password), password, promised=True)
    for quoted in ('password="my zebra phrase"', "--password 'my zebra phrase'", 'secret: "my zebra phrase"'):
        yield Planted("password", quoted, "zebra", promised=True)


def _names() -> Iterator[Planted]:
    for person, domain in itertools.product(PEOPLE, DOMAINS):
        yield Planted("e-mail", f"{person}@{domain}", person, promised=True)
    for name, place in itertools.product(NAMES, WHERE_NAMES_STAND):
        yield Planted("home", place.format(name), name, promised=True)
    for name, place in itertools.product(NAMES, WHERE_WORDS_STAND):
        yield Planted("name", place.format(name), name, promised=False)


def planted(seed: int = 20261121) -> list[Planted]:
    """Return all values; the same for the same seed."""
    rng = random.Random(seed)
    numbers = (
        Planted(kind, text, text, promised=kind in _REPLACED_NUMBERS) for kind, text in (*_cards(rng), *_numbers(rng))
    )
    return [*_tokens(rng), *_passwords(), *_names(), *numbers]
