/** Names of scenarios: readable, and each once. */
export class ScenarioIds {
  readonly #taken = new Set<string>();

  /** @param words - a description; empty where there is none. */
  make(number: string, words: string): string {
    const readable = words
      .toLowerCase()
      .replace(/[^a-z0-9]+/gu, '-')
      .slice(0, 40)
      .replace(/^-+|-+$/gu, '');
    const wanted = readable === '' ? number : `${number}-${readable}`;
    let id = wanted;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${wanted}-${count}`;
    this.#taken.add(id);
    return id;
  }
}
