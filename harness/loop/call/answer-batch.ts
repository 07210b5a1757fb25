import type { CallRef } from '../../core/talk/call.ts';
import type { JsonValue } from '../../json/json.ts';
import type { Tool } from '../../core/suite/tool.ts';
import type { CallAnswer } from './call-answer.ts';
import { cutResult, toText, type CutText } from '../result/cut-result.ts';
import type { LoopRun } from '../loop-run.ts';
import { pageResult } from '../result/page-result.ts';
import { protocolText } from '../protocol-text.ts';
import { shareBudget } from '../result/share-budget.ts';
import { summariseResult } from '../result/summarise-result.ts';

/** A call and the answer to send for it. */
export interface OpenAnswer {
  readonly ref: CallRef;
  readonly tool: Tool | null;
  /** What the call said, normalised. */
  readonly said: string;
  readonly answer: CallAnswer;
}

interface Told {
  readonly open: OpenAnswer;
  readonly result: JsonValue;
  readonly text: string;
  readonly limit: number;
}

/** Answers every call of a batch, in call order, within the budget that they share. */
export function answerBatch(
  run: LoopRun,
  ids: readonly string[],
  answers: readonly OpenAnswer[],
): void {
  const told = answers.map((open) => tell(run, open));
  const wanted = told.map(({ text, limit }) => Math.min(text.length, limit));
  const shares = shareBudget(wanted, run.settings.results.batchChars);
  told.forEach((one, index) => {
    const { content, truncated } = shorten(run, one, shares[index] ?? 0);
    run.conversation.answer(ids[index] ?? one.open.ref, content);
    run.context.sink.emit({
      type: 'observation',
      call: one.open.ref,
      content,
      fullChars: one.text.length,
      truncated,
    });
  });
}

function tell(run: LoopRun, open: OpenAnswer): Told {
  const { answer, tool } = open;
  const plain = protocolText.outcome(answer.outcome, tool, run.settings);
  const result = mark(answer, plain);
  const { maxChars } = run.settings.results;
  const limit = Math.min(maxChars, tool?.maxResultChars ?? maxChars);
  return { open, result, text: toText(result), limit };
}

function mark({ how }: CallAnswer, plain: JsonValue): JsonValue {
  if (how === 'cached') return protocolText.cached(plain);
  return typeof how === 'object' ? protocolText.readBack(how.readBack, plain) : plain;
}

function shorten(run: LoopRun, told: Told, maxChars: number): CutText {
  const { open, result, text } = told;
  const isPaged = run.settings.results.mode === 'page' && isPageable(open);
  if (isPaged) return showPage(run, told, maxChars);
  if (text.length <= maxChars) return { content: text, truncated: false };
  return run.settings.results.mode === 'summary' && open.answer.outcome.status === 'success'
    ? summariseResult(result, maxChars)
    : cutResult(result, maxChars);
}

/** Only reads are paged, because the next page is requested by reading again. */
function isPageable({ tool, answer }: OpenAnswer): boolean {
  return tool?.effect === 'read' && answer.outcome.status === 'success';
}

function showPage(run: LoopRun, { open, result }: Told, maxChars: number): CutText {
  const start = run.pages.get(open.said) ?? 0;
  const page = pageResult(result, start, maxChars);
  if (page.nextStart === null) run.pages.delete(open.said);
  else run.pages.set(open.said, page.nextStart);
  return page;
}
