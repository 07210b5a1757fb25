/** Makes the tokens that stand for secrets. */
export interface Tokens {
  ofText(text: string): string;
  /** Of a number as it is written. */
  ofNumber(text: string): string;
}

const hidden = /^(?:(?:bearer|basic|token)\s+)?\[secret:[0-9a-f]{8}\]$/i;

/** Whether a value is a token already, alone or behind the scheme of a credential. */
export function isHidden(text: string): boolean {
  return hidden.test(text);
}
