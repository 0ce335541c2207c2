// The order of versions: numbers between dots; a pre-release comes before its release.

/** Negative, zero or positive as `one` is older than, the same as or newer than `other`. */
export function compareVersions(one, other) {
  const [a, b] = [parsed(one), parsed(other)];
  return compareParts(a.numbers, b.numbers) || Number(a.isRelease) - Number(b.isRelease) || compareParts(a.rest, b.rest);
}

function parsed(version) {
  const found = /^[^0-9]*([0-9]+(?:\.[0-9]+)*)([^\s+]*)/.exec(version);
  if (found === null) return { numbers: [], isRelease: false, rest: [] };
  const numbers = parts(found[1]);
  while (numbers.length > 0 && numbers.at(-1) === 0n) numbers.pop();
  const rest = parts(found[2]);
  return { numbers, isRelease: rest.length === 0, rest };
}

function parts(text) {
  return (text.match(/[0-9]+|[A-Za-z]+/g) ?? []).map((part) => (/[0-9]/.test(part) ? BigInt(part) : part));
}

// Numbers by value and before words, fewer parts before more.
function compareParts(one, other) {
  for (let place = 0; place < Math.max(one.length, other.length); place++) {
    const [a, b] = [one[place], other[place]];
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
    const isWord = [typeof a === "string", typeof b === "string"];
    if (isWord[0] !== isWord[1]) return isWord[0] ? 1 : -1;
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}
