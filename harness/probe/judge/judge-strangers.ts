import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { ProbeInput } from '../input/probe-input.ts';
import type { Play } from '../play/play-input.ts';
import { hasActed, isAnswered } from './judge-grade.ts';
import type { PlayFlaw } from './judge-play.ts';

/**
 * An identity in the arguments must change nothing: the answer is compared with that to the same call without it, where
 * the tool echoes its arguments without them.
 */
export function judgeIdentity(play: Play, plain: Play): readonly PlayFlaw[] {
  const { input, first } = play;
  if (!isAnswered(first) || !isAnswered(plain.first)) return [];
  const name = input.path.replace(/^\$\./u, '');
  const isSame = first.shown === plain.first.shown || withoutEcho(play, name) === plain.first.shown;
  if (isSame && hasActed(first) === hasActed(plain.first)) return [];
  return [{ code: 'identity_heeded', message: `"${name}" in the arguments changed the answer` }];
}

function withoutEcho({ first, input }: Play, name: string): string {
  const sent: unknown = JSON.parse(input.argumentsText);
  const value = isJsonObject(sent) ? JSON.stringify(sent[name]) : '';
  const echo = `${JSON.stringify(name)}:${value}`;
  return first.shown.replace(`,${echo}`, '').replace(`${echo},`, '').replace(echo, '');
}

/** An id of someone else must be answered as one that is nowhere. */
export function judgeForeignId(play: Play, absent: Play): readonly PlayFlaw[] {
  const isTaken = play.first.status === 'success' && absent.first.status !== 'success';
  const isDone = hasActed(play.first) && !hasActed(absent.first);
  if (!isTaken && !isDone) return [];
  const message = `${play.input.about}, is accepted; an id that is nowhere is not`;
  return [{ code: 'foreign_record', message: capitalise(message) }];
}

/** The same call with an id that is nowhere; `null` where none of the same form is found. */
export function toAbsentInput(
  input: ProbeInput,
  fits: (argumentsText: string) => boolean,
  isKnown: (id: string) => boolean,
): ProbeInput | null {
  const [, id] = /^"(.*)", which/u.exec(input.about) ?? [];
  if (id === undefined) return null;
  for (const id2 of listNear(id)) {
    const argumentsText = JSON.stringify(
      replaceText(JSON.parse(input.argumentsText) as JsonValue, id, id2),
    );
    if (!isKnown(id2) && fits(argumentsText)) return { ...input, argumentsText };
  }
  return null;
}

/** Ids of the same form: each digit and letter changed in turn, from the end. */
function listNear(id: string): readonly string[] {
  const found: string[] = [];
  for (let at = id.length - 1; at >= 0; at -= 1) {
    const sign = id[at] ?? '';
    const others = /[0-9]/u.test(sign)
      ? '9876543210'
      : /[a-z]/u.test(sign)
        ? 'zyx'
        : /[A-Z]/u.test(sign)
          ? 'ZYX'
          : '';
    for (const other of others) found.push(`${id.slice(0, at)}${other}${id.slice(at + 1)}`);
  }
  return found;
}

function replaceText(value: JsonValue, from: string, to: string): JsonValue {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item: JsonValue) => replaceText(item, from, to));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceText(item ?? null, from, to)]),
  );
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
