import { toVisibleText } from '../text/to-visible-text.ts';

/**
 * Makes text fit for an attribute of XML 1.0: markup is escaped, characters that XML cannot carry become visible, and
 * line breaks and tabs survive the normalisation of attributes.
 */
export function escapeXml(text: string): string {
  return escapeXmlText(text).replace(/[\t\n]/gu, toEntity);
}

/** The same for the content of an element, where line breaks may stay as they are. */
export function escapeXmlText(text: string): string {
  return toVisibleText(text).replace(/[&<>"'\r]/gu, toEntity);
}

function toEntity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
