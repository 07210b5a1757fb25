/** The number of letters and digits that suffices to recognise a planted text. */
const most = 80;
const fewest = 12;

/**
 * Recognises planted texts in tool results, however those were laid out (YAML, quoted, indented): by their letters and
 * digits alone. Texts too short to be distinguished from others are left out.
 */
export function createPlantedText(texts: readonly string[]): (result: string) => boolean {
  const marks = texts.map((text) => simplify(text).slice(0, most));
  const known = marks.filter((mark) => mark.length >= fewest);
  return (result) => {
    const said = simplify(result);
    return known.some((mark) => said.includes(mark));
  };
}

/** Escapes of line ends and tabs go too: a text inside a quoted text has them as letters. */
function simplify(text: string): string {
  return text
    .replace(/\\[nrt]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
