// pi's part: what of an event is kept. Left out is what the lab leaves out, so that the same call has the same shape.

export default function (pi) {
  for (const hook of SETTINGS.hooks)
    pi.on(hook, (event, context) =>
      keep(hook, () => withoutPlaces({ input: event, directory: context?.cwd }, SETTINGS.leftOut)))
}
