// JSON as every reader understands it: JSON.parse keeps the last of two equal keys, another program may read the first.

/** The payload cannot be judged, so it is refused: it must never look like a harmless call. */
export class InvalidError extends Error {}

/** Return the one value of a JSON text; throws InvalidError for anything else, and for a key that stands twice. */
export function read(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text, finite);
  } catch (error) {
    throw new InvalidError(`not JSON: ${String(error)}`);
  }
  refuseRepeatedKeys(text);
  return value;
}

/** Refuse a number that no double holds: readers make different ones of it. */
function finite(_key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new InvalidError("a number that no double holds");
  return value;
}

/** Look at the keys of a text that is JSON; one set of keys is open for each object, null for each array. */
function refuseRepeatedKeys(text: string): void {
  const open: (Set<string> | null)[] = [];
  let keyIsNext = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") {
      open.push(sign === "{" ? new Set() : null);
      keyIsNext = sign === "{";
    } else if (sign === "}" || sign === "]") {
      open.pop();
      keyIsNext = false;
    } else if (sign === ",") {
      keyIsNext = Boolean(open.at(-1));
    } else if (sign === '"') {
      const start = at++;
      while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
      const keys = open.at(-1);
      if (!keyIsNext || !keys) continue;
      const key = JSON.parse(text.slice(start, at + 1)) as string;
      if (keys.has(key)) throw new InvalidError("a key stands twice");
      keys.add(key);
      keyIsNext = false;
    }
  }
}
