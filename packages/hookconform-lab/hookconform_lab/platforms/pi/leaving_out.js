
// A copy of a record in which a text stands for what is at a place: the keys of a JSON Pointer, from the record down.
// A key of the same name anywhere else, such as an argument of a tool, stays.
function withoutPlace(value, [key, ...below]) {
  if (value === null || typeof value !== "object" || Array.isArray(value) || value[key] === undefined) return value
  return { ...value, [key]: below.length ? withoutPlace(value[key], below) : "<left out by the lab>" }
}

function withoutPlaces(record, pointers) {
  return pointers.map((pointer) => pointer.split("/").slice(1)).reduce(withoutPlace, record)
}
