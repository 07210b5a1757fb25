import { scoreDocument } from '../../../harness/import/document/score-document.ts';
import type { LosslessValue } from '../../../harness/json/lossless-json.ts';
import { type BfclTool, toBfclExpected } from '../../../harness/import/suite/bfcl/bfcl-answer.ts';

/** Name and argument text; the text keeps 5 and 5.0 apart, as the line does. */
export type BfclCall = readonly [name: string, text: string];

/** A question and its answer, one value for each wanted call. */
export interface BfclQuestion {
  readonly tools: readonly BfclTool[];
  readonly answer: readonly LosslessValue[];
  /** Several calls in any order are wanted. */
  readonly isParallel: boolean;
}

/**
 * Judges the calls of many replies to one question by the rule `bfcl`: the answer in the language of expectations
 * ({@link toBfclExpected}), judged by the product's own scorers, and two habits of the leaderboard's checker besides.
 *
 * - An answer without a value for an argument that its tool requires is never met: the call without it lacks what is
 *   required, and no value is right for it.
 * - Parallel calls are paired first come, first served: each wanted call takes the first call that fits, though another
 *   wanted call fits no other. The product pairs them best.
 *
 * Source: `ast_checker.py` of gorilla's berkeley-function-call-leaderboard.
 */
export function judgeByBfclRule(
  { tools, answer, isParallel }: BfclQuestion,
  replies: readonly (readonly BfclCall[])[],
  toName: (name: string) => string,
): readonly boolean[] {
  const own = tools.map((tool) => ({ ...tool, name: toName(tool.name) }));
  if (answer.some((call) => lacksRequired(call, own, toName))) return replies.map(() => false);
  const passes = judge(own, toBfclExpected(answer, own, toName), replies);
  if (!isParallel || answer.length < 2) return passes;
  const wanted = answer.map((call) => toBfclExpected([call], own, toName));
  return replies.map((calls, index) => {
    if (passes[index] !== true) return false;
    const single = calls.map((call) => [call]);
    return pairsInTurn(wanted.map((expected) => judge(own, expected, single)));
  });
}

/** One document, with a case for each reply. */
function judge(
  tools: readonly BfclTool[],
  expected: string,
  replies: readonly (readonly BfclCall[])[],
): readonly boolean[] {
  const known = Object.fromEntries(tools.map((tool) => [tool.name, {}]));
  const cases = replies.map((calls, index) => ({ id: String(index), expected: 'answer', calls }));
  const result = scoreDocument(
    `{"tools":${JSON.stringify(known)},"expected":{"answer":${expected}},"cases":${JSON.stringify(cases)}}`,
  );
  if (!result.ok) throw new Error(`${JSON.stringify(result.error)} in ${expected}`);
  return result.value.cases.map((one) => one.pass === true);
}

function lacksRequired(
  call: LosslessValue,
  tools: readonly BfclTool[],
  toName: (name: string) => string,
): boolean {
  return toEntries(call).some(([name, fields]) => {
    const tool = tools.find((one) => one.name === toName(name));
    const given = new Set(
      toEntries(fields).flatMap(([field, values]) => (isEmpty(values) ? [] : field)),
    );
    return (tool?.parameters.required ?? []).some((field) => !given.has(field));
  });
}

function isEmpty(values: LosslessValue): boolean {
  return Array.isArray(values) && values.length === 0;
}

function toEntries(value: LosslessValue): readonly (readonly [string, LosslessValue])[] {
  const isObject = typeof value === 'object' && value !== null && 'type' in value;
  return isObject && value.type === 'object' ? [...value.fields] : [];
}

/** @param fits For each wanted call, which calls fit it. */
function pairsInTurn(fits: readonly (readonly boolean[])[]): boolean {
  const taken = new Set<number>();
  return fits.every((row) => {
    const found = row.findIndex((isFit, index) => isFit && !taken.has(index));
    taken.add(found);
    return found >= 0;
  });
}
