// Appended to a platform's own file of functions that records calls. `effects` is a file with a list of `[path, words]`:
// the paths of files that are there already and hold the words; undefined where there is no such list.
const presentOf = (effects) =>
  existsSync(effects)
    ? JSON.parse(readFileSync(effects, "utf8"))
        .filter(([path, words]) => existsSync(path) && readFileSync(path, "utf8").includes(words))
        .map(([path]) => path)
    : undefined
