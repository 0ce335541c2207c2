// What a check compares. An absent value is `undefined`, which JSON does not have; `null` is a value.

/** The value at a JSON Pointer, `undefined` if there is none. */
export function at(document, pointer) {
  let value = document;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    // An array has a length, which is no item of it.
    if (Array.isArray(value) && key === "length") return undefined;
    value = value[key];
  }
  return value;
}

/** Whether two JSON values are equal: `true` is not `1`, `null` is not absent, the order of keys does not matter. */
export function same(one, other) {
  const left = [[one, other]];
  while (left.length > 0) {
    const [a, b] = left.pop();
    if (a === b) continue;
    if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      left.push([a[key], b[key]]);
    }
  }
  return true;
}

/** The differences between a result (`{events}` or `{matched_rules}`) and what a check expects; none: it passed. */
export function differences(comparisons, result) {
  const found = [];
  for (const one of comparisons) {
    const got = at(result, one.at);
    if (one.at === "/matched_rules") {
      const counting = one.ignoring ? got.filter((name) => !one.ignoring.includes(name)) : got;
      if (!same(one.is, counting)) found.push(difference(one.at, one.is, counting));
    } else if ("at_most" in one) {
      for (let number = one.at_most; number < got.length; number++) {
        found.push(difference(`${one.at}/${number}`, undefined, got[number]));
      }
    } else if ("without" in one) {
      for (const key of one.without.filter((name) => Object.hasOwn(got, name))) {
        found.push(difference(`${one.at}/${escaped(key)}`, undefined, got[key]));
      }
    } else if ("as" in one) {
      // Of an event that is not there, another comparison says so.
      if (got === undefined) continue;
      const [first, other] = [at(result, one.as), got].map((event) => apartFrom(event, one.ignoring));
      if (!same(first, other)) found.push(difference(one.at, first, other));
    } else {
      const expected = one.absent ? undefined : one.is;
      const counting = one.ignoring ? left(got, one.ignoring) : got;
      if (!same(expected, counting) && !(counting === undefined && one.or_absent)) {
        found.push(difference(one.at, expected, counting));
      }
    }
  }
  return found;
}

function apartFrom(object, keys) {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

// An object that held nothing but ignored keys counts as absent.
function left(value, ignored) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  if (!ignored.some((key) => Object.hasOwn(value, key))) return value;
  const rest = apartFrom(value, ignored);
  return Object.keys(rest).length > 0 ? rest : undefined;
}

function difference(pointer, expected, got) {
  return { pointer, ...(expected === undefined ? {} : { expected }), ...(got === undefined ? {} : { got }) };
}

function escaped(key) {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
