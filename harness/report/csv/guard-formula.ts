/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, also after blanks, quotes and invisible
 * characters and in full-width form. Plain negative numbers stay as they are. Text that begins like guarded text is
 * guarded again, so that taking one apostrophe away always gives the text back.
 *
 * Source: OWASP, CSV Injection.
 */
export function guardFormula(text: string): string {
  return risky.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** `=`, `+`, `-`, `@` in ASCII, full-width and small form, and the minus sign. */
const risky =
  /^(?:'*[\t\r]|['"\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

const plainNumber = /^-[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/u;
