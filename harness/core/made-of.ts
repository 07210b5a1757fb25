const sources = new WeakMap<object, unknown>();

/** Remembers the data that a function of a suite was made of, where it was made of data alone. */
export function keepSource<Made extends object>(made: Made, source: unknown): Made {
  sources.set(made, source);
  return made;
}

/** The data that a function was made of; `undefined` when it is code. */
export function sourceOf(made: object): unknown {
  return sources.get(made);
}
