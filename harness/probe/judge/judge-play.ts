import { toolText } from '../../boundary/tool/deliver/tool-text.ts';
import type { Tool } from '../../core/suite/tool.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import { hugeWords } from '../input/list-inputs.ts';
import type { Attempt, Play } from '../play/play-input.ts';
import type { ProbeCode } from '../probe-report.ts';
import { isAnswered } from './judge-grade.ts';

/** Something wrong with one call. */
export interface PlayFlaw {
  readonly code: ProbeCode;
  readonly message: string;
}

/** Longer answers fill the context of a model. */
const mostShown = 20_000;

/** All that is wrong with a call that was made twice, each kind once. */
export function judgePlay(play: Play, tool: Tool): readonly PlayFlaw[] {
  const flaws = [play.first, play.second].flatMap((attempt) => [
    ...findBreakage(attempt, tool),
    ...findBadError(attempt, play),
    ...findFlood(attempt, play),
    ...findForeign(attempt, play),
    ...findChanges(attempt, tool),
  ]);
  return [...new Map(flaws.map((flaw) => [flaw.code, flaw])).values()];
}

const brokenGuards: readonly string[] = ['handler_threw'];

function findBreakage({ guards, error, status }: Attempt, tool: Tool): readonly PlayFlaw[] {
  const threw = guards.find(({ guard }) => brokenGuards.includes(guard));
  if (threw !== undefined) return [{ code: 'crash', message: threw.text }];
  if (error?.message === toolText.brokenCheck(tool.name).message) {
    return [{ code: 'crash', message: `The check of "${tool.name}" threw` }];
  }
  if (status === 'timeout') return [{ code: 'hang', message: error?.message ?? 'No answer came' }];
  return findBadResult(error);
}

function findBadResult(error: ToolError | null): readonly PlayFlaw[] {
  if (error?.kind !== 'bad_tool_result' && error?.kind !== 'result_not_serialisable') return [];
  const [problem] = error.problems ?? [];
  const at = problem === undefined ? '' : `: ${problem.path} ${problem.message}`;
  return [{ code: 'bad_result', message: `${error.message}${at}` }];
}

/** A stack trace, a place in a source file, or a value that was never meant for a reader. */
const inside = /\n\s+at |node:internal|\.[cm]?[jt]s:\d+|\[object Object\]|\bundefined\b|\bNaN\b/u;
const argumentKinds: readonly string[] = ['invalid_arguments', 'invalid_json'];

function findBadError({ error, guards }: Attempt, { input }: Play): readonly PlayFlaw[] {
  // A crash is reported as a crash.
  if (error === null || guards.some(({ guard }) => brokenGuards.includes(guard))) return [];
  const unreadable = findUnreadable(error.message, input.argumentsText);
  if (unreadable !== null) return [{ code: 'unreadable_error', message: unreadable }];
  const isOfArgument = input.path !== '$' && input.kind !== 'extra' && input.kind !== 'identity';
  if (!isOfArgument || !argumentKinds.includes(error.kind)) return [];
  if ((error.problems ?? []).some(({ path }) => path !== '')) return [];
  const message = `The error says which arguments are wrong without a path: "${shorten(error.message)}"`;
  return [{ code: 'error_without_path', message }];
}

/** Why a message is not for readers; what it repeats of the call does not count. */
function findUnreadable(text: string, sent: string): string | null {
  if (text.trim() === '') return 'The error has no message';
  const [match] = inside.exec(text) ?? [];
  if (match === undefined || sent.includes(match.trim())) return null;
  return `The error shows the inside of the program: "${shorten(text)}"`;
}

function findFlood(attempt: Attempt, { input }: Play): readonly PlayFlaw[] {
  const { shown } = attempt;
  const long =
    input.kind === 'huge' && isAnswered(attempt)
      ? [
          {
            code: 'unbounded_text' as const,
            message: `${input.path} takes ${hugeWords}; "maxLength" bounds it`,
          },
        ]
      : [];
  if (shown.length <= mostShown || !['huge', 'longest'].includes(input.kind)) return long;
  const message = `The answer has ${toThousands(shown.length)} characters`;
  return [...long, { code: 'flooding_answer', message }];
}

function findForeign(attempt: Attempt, { input, context }: Play): readonly PlayFlaw[] {
  if (attempt.foreignChanged) {
    return [{ code: 'foreign_record', message: 'A record of someone else was changed' }];
  }
  if (attempt.error !== null) return [];
  const sent = input.argumentsText;
  const mark = context.foreign.marks.find(
    (text) => attempt.shown.includes(JSON.stringify(text).slice(1, -1)) && !sent.includes(text),
  );
  if (mark === undefined) return [];
  const message = `The answer shows "${shorten(mark)}", which is in a record of someone else only`;
  return [{ code: 'foreign_record', message }];
}

function findChanges(
  { changed, effects, previewChanged, error }: Attempt,
  tool: Tool,
): readonly PlayFlaw[] {
  const flaws: PlayFlaw[] = [];
  if (previewChanged) {
    flaws.push({ code: 'preview_changes', message: 'The preview changed the world' });
  }
  if (tool.effect !== 'read' && changed === true && effects === 0 && !previewChanged) {
    const message =
      error === null
        ? 'The world changed, and the handler reported that nothing was done'
        : `The world changed, and the answer was an error: "${shorten(error.message)}"`;
    flaws.push({ code: 'hidden_change', message });
  }
  return flaws;
}

/** The start of a long text. */
export function shorten(text: string, most = 120): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}… (${toThousands(text.length)} characters)`;
}

function toThousands(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
}
