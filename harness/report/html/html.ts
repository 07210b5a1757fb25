import { toVisibleText } from '../text/to-visible-text.ts';

/** HTML that may go into a page as it is. Only {@link html} makes it. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What a template may contain: text is escaped, lists are joined, `null` and `false` are nothing. */
export type HtmlValue = Html | string | number | null | false | readonly HtmlValue[];

/** Builds HTML from a template. Text is escaped in content and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let source = tidy(strings[0]);
  values.forEach((value, index) => {
    source += toSource(value) + tidy(strings[index + 1]);
  });
  return new Html(source);
}

/** The indentation of templates is for those who read the code; a page of ten thousand turns can do without. */
function tidy(source: string | undefined): string {
  return (source ?? '').replace(/\s*\n\s*/gu, '\n');
}

function toSource(value: HtmlValue): string {
  if (value instanceof Html) return value.source;
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (value === null || value === false) return '';
  return value.map(toSource).join('');
}

function escapeHtml(text: string): string {
  return toVisibleText(text).replace(/[&<>"'`]/gu, (character) => `&#${character.charCodeAt(0)};`);
}
