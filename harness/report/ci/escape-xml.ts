import { toVisibleText } from '../text/to-visible-text.ts';

/**
 * Makes text fit for an attribute of XML 1.0: markup is escaped, characters that XML cannot carry become visible, and
 * line breaks and tabs survive the normalisation of attributes.
 */
export function escapeXml(text: string): string {
  return escapeXmlText(text).replace(/[\t\n]/gu, toEntity);
}

/**
 * The same for the content of an element, where line breaks may stay as they are: no line of the file is a command to
 * the runner of a CI job that prints it, and a parser of the file reads the text unchanged.
 */
export function escapeXmlText(text: string): string {
  return toVisibleText(text)
    .replace(/[&<>"'\r]/gu, toEntity)
    .replace(
      /((?:^|\n)[^\S\n]*)([:#])(?=:|#\[)/gu,
      (_, start: string, mark: string) => `${start}${toEntity(mark)}`,
    );
}

function toEntity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
