import type { JsonValue } from '../../json/json.ts';
import { UsageError } from '../../core/usage-error.ts';

/** A sweep as it was asked for. */
export interface SweepWish {
  /** What its path begins with. */
  readonly of: 'loop' | 'params' | 'fault';
  readonly path: string;
  /** The path without its first word. */
  readonly steps: readonly string[];
  readonly texts: readonly string[];
}

const most = 50;

/**
 * Reads `PATH=VALUE,VALUE`.
 *
 * @throws UsageError when it has another form.
 */
export function readSweepWord(word: string): SweepWish {
  const at = word.indexOf('=');
  const path = at < 0 ? word : word.slice(0, at);
  const [of = '', ...steps] = path.split('.');
  if (at < 0 || steps.length === 0 || steps.includes('') || !isKind(of)) {
    throw new UsageError(
      `Cannot sweep "${word}": expected a setting and its values, such as loop.guards.maxTurns=2,4,8,12, params.temperature=0,0.5,1 or fault.slow_tool.delayMs=1000,5000`,
    );
  }
  const texts = word
    .slice(at + 1)
    .split(',')
    .map((text) => text.trim());
  if (texts.length < 2 || texts.includes('') || new Set(texts).size < texts.length) {
    throw new UsageError(
      `Cannot sweep "${path}" over "${word.slice(at + 1)}": expected two or more different values, separated by commas`,
    );
  }
  if (texts.length > most) {
    throw new UsageError(
      `Cannot sweep "${path}" over ${texts.length} values: at most ${most} at once`,
    );
  }
  return { of, path, steps, texts };
}

function isKind(word: string): word is SweepWish['of'] {
  return word === 'loop' || word === 'params' || word === 'fault';
}

/** A value as it was typed: a number, true, false or null, else text. A list has `+` between its items; `none` is the empty one. */
export function readValue(text: string, isList: boolean): JsonValue {
  if (isList) return text === 'none' ? [] : text.split('+').map((item) => readValue(item, false));
  if (/^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)$/u.test(text)) {
    return JSON.parse(text) as JsonValue;
  }
  return text;
}
