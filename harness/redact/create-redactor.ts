import { createHmac } from 'node:crypto';

import { editBody, editFrames } from './edit-body.ts';
import { editJson, type EditRules, editText, editTexts, type NewValue } from './edit-text.ts';
import { createSecretFinder, type SecretFinder, type SecretRules } from './find-secrets.ts';
import type { Redactor } from './redactor.ts';
import { createTokenResolver } from './resolve-tokens.ts';
import { applyEdits } from './text-edit.ts';
import { isHidden, type Tokens } from './tokens.ts';

/** What a redactor knows. */
export interface RedactorOptions extends SecretRules {
  /** Secret key of the tokens; `null`: the salt makes them. */
  readonly key: string | null;
  /** Public salt, kept in the head of recordings. */
  readonly salt: string;
}

/** Creates a redactor: the one sink for everything that leaves the process. */
export function createRedactor(options: RedactorOptions): Redactor {
  const { key, salt } = options;
  const finder = createSecretFinder(options);
  const tokens = createTokens(key ?? salt);
  const rules = createRules(finder, tokens);
  return {
    salt: key === null ? salt : null,
    redactText: (text) => applyEdits(text, editText(text, rules)),
    redactJson: (value) => editJson(value, rules),
    redactTexts: (value) => editTexts(value, rules),
    redactFrames: (frames) => editFrames(frames, rules),
    isClean: finder.isClean,
    scan: (text) =>
      editBody(text, rules).flatMap(({ start, hidden }) =>
        hidden.map((found) => ({ ...found, start })),
      ),
    createResolver: (recordedSalt) => {
      const isReadable = recordedSalt !== null || key !== null;
      const recorded = isReadable ? createTokens(recordedSalt ?? key ?? salt) : null;
      const find = (text: string): readonly string[] =>
        finder.find(text).map(({ secret }) => secret);
      return createTokenResolver({ recorded, own: tokens, find });
    },
  };
}

function createTokens(secret: string): Tokens {
  const toToken = (text: string): string => {
    const mac = createHmac('sha256', secret).update(text);
    return `[secret:${mac.digest('hex').slice(0, 8)}]`;
  };
  // A number and the text of its digits are two values, and tokens must lead back to the right one.
  return { ofText: toToken, ofNumber: (text) => toToken(`number:${text}`) };
}

/** Shorter numbers are treated as counts, regardless of the name of their field. */
const minDigits = 6;

function createRules(finder: SecretFinder, tokens: Tokens): EditRules {
  const { find, isClean, isKnown, isKept, named } = finder;
  const toValue = (token: string, kind: string): NewValue => ({
    json: JSON.stringify(token),
    hidden: [{ kind, token }],
  });
  const isNamed = (field: string | null, text: string): boolean =>
    field !== null &&
    !isKept(text) &&
    (named.isName(field) || (text.length >= 4 && named.endsInName(field)));
  return {
    isClean,
    inText: (text) =>
      find(text)
        .filter(({ secret }) => !isHidden(secret))
        .map(({ kind, start, end, secret }) => {
          const token = tokens.ofText(secret);
          return { start, end, text: token, hidden: [{ kind, token }] };
        }),
    ofString: (field, text) =>
      text !== '' && isNamed(field, text) && !isHidden(text)
        ? toValue(tokens.ofText(text), 'named_secret')
        : null,
    ofNumber: (field, text) => {
      if (isKnown(text)) return toValue(tokens.ofNumber(text), 'known_secret');
      return text.length >= minDigits && isNamed(field, text)
        ? toValue(tokens.ofNumber(text), 'named_secret')
        : null;
    },
  };
}
