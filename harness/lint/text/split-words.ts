/** Lower-case words of a name or a text: `getOrder_status` is `get order status`. */
export function splitWords(text: string): readonly string[] {
  return text
    .replaceAll(/(?<low>\p{Ll}|\p{N})(?<high>\p{Lu})/gu, '$<low> $<high>')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * A word without its usual English endings, so that `orders`, `ordered` and `order` are equal. It is simple on purpose.
 */
export function toStem(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/ies$/u, 'y')
    .replace(/(?:ing|ed|es|s)$/u, '')
    .replace(/(?<last>[a-z])\k<last>$/u, '$<last>')
    .replace(/e$/u, '');
}
