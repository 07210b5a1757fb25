import type { JsonObject } from '../json/json.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import { makeRun, type MadeRun, type MadeRunTrial } from './made-run.ts';
import { ToldTrial, toldFault, toldTool } from './told-trial.ts';

/** Texts that would do harm if an output treated them as anything but text. */
export const hostileTexts = {
  script: '</script><script>alert(1)</script>',
  image: '"><img src=x onerror=alert(1)>',
  table: '<table><tr><td><img src=x onerror=alert(1)></td></tr></table>',
  link: 'javascript:alert(1)',
  formula: '=HYPERLINK("http://x.test","a")',
  sum: '=1+1',
  escape: '\u001B[31mred\u001B[0m\u0007',
  bidi: 'abc\u202Egpj.exe\u2066',
  command: 'first\n::error file=a.ts::planted\n::stop-commands::x',
  markdown: '| a | <b>`x`</b> @somebody #1 [a](http://x.test) ![b](http://x.test/y.png) |',
  broken: 'half \uD83D of a sign, null \u0000, last \uFFFF',
  section: ']]> &amp; --> {{x}} ${x}',
  chinese: '查询订单"A-1"，退款；全部',
} as const;

/**
 * A run whose models, tools and names say hostile things: two variants, three scenarios, a fault, an invalid and a
 * skipped trial. Everything in it is made up and never changes.
 */
export function makeHostileRun(): MadeRun {
  const fault = toldFault('timeout', { name: 'standard.timeout@model.1', handled: true });
  const trials: readonly MadeRunTrial[] = ['careful', 'hasty'].flatMap((variant) => [
    clean(variant),
    {
      scenario: 'refund-zh',
      variant,
      plan: 'standard.timeout@model.1',
      faults: [variant === 'careful' ? fault : { ...fault, handled: false }],
      ...(variant === 'careful' ? {} : failing),
      events: tellRefund({ order: '退款' }),
    },
    {
      scenario: '<b>x</b>',
      variant,
      ...(variant === 'careful' ? {} : failing),
      events: tellRefund({ u: hostileTexts.link }),
    },
    {
      scenario: 'torn',
      variant,
      outcome: {
        status: 'invalid',
        code: 'cassette_miss',
        cause: hostileTexts.script,
        detail: [hostileTexts.escape],
      },
    },
    {
      scenario: 'late',
      variant,
      plan: 'standard.timeout@refund.9',
      outcome: { status: 'skipped', code: 'unreachable', cause: 'The place was not reached' },
    },
  ]);
  return makeRun(trials, {
    suite: 'hostile',
    model: 'm&<',
    turns: {
      'refund-zh': [hostileTexts.chinese],
      '<b>x</b>': [hostileTexts.image],
    },
  });
}

const failing: Pick<MadeRunTrial, 'values' | 'losses'> = {
  values: { 'task.success': 0, 'selection.f1': 0.5 },
  losses: Object.entries(hostileTexts).map(([code, text]) => ({ code, event: 3, text })),
};

function clean(variant: string): MadeRunTrial {
  return {
    scenario: 'refund-zh',
    variant,
    values: { 'task.success': 1, 'selection.f1': 1 },
    facts: { confusion: [{ expected: 'refund', called: 'refund' }] },
    events: tellRefund({ order: 'A-1' }),
  };
}

/** One call with hostile words on every side of it. */
function tellRefund(args: JsonObject): readonly TranscriptEvent[] {
  const told = new ToldTrial([toldTool('refund', { grade: 'irreversible' })]);
  return told
    .user(hostileTexts.chinese)
    .turn(
      [
        {
          tool: 'refund',
          args,
          status: 'success',
          value: hostileTexts.table,
          effects: ['refund/A-1'],
          judged: { findings: [{ stage: 'check', code: hostileTexts.section }] },
        },
        { tool: hostileTexts.image, args: hostileTexts.sum, refused: 'unknown_tool' },
      ],
      { text: hostileTexts.escape, from: 'recorded' },
    )
    .emit({
      type: 'observation',
      call: 't1c0',
      content: hostileTexts.table,
      fullChars: 400,
      truncated: true,
    })
    .turn([], { text: `${hostileTexts.script}\n${hostileTexts.bidi}`, from: 'live' })
    .end('answered', hostileTexts.formula).events;
}
