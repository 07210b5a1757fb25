import { beforeAll, describe, expect, it } from 'vitest';
import { runSuite } from '../../harness/api/run-suite.ts';
import type { RunSummary } from '../../harness/core/run.ts';
import type { MetricName } from '../../harness/core/score/metric.ts';

let summary: RunSummary;
const failed = new Map<string, readonly string[]>();

beforeAll(async () => {
  const { run } = await runSuite({ suite: 'suites/trips', variants: '*' });
  summary = run.summary;
  for await (const { lane, verdict, scores } of run.scores()) {
    if (verdict !== 'failed') continue;
    const codes = scores['task.success']?.losses.map(({ code }) => code) ?? [];
    failed.set(`${lane.variant} ${lane.scenario}`, [...new Set(codes)].toSorted());
  }
}, 60_000);

function valueOf(variant: string, metric: MetricName): number | null | undefined {
  return summary.variants[variant]?.scores[metric]?.value;
}

describe('tools by role, by phase and in two stages', () => {
  it.each([
    ['reference', 1, null],
    ['by-role', 1, 0],
    ['by-phase', 1, 0],
    ['two-stage', 1, 0],
    ['from-memory', 0.25, 0.917],
  ] as const)('%s: offer recall %f, unoffered calls %f', (variant, offered, unoffered) => {
    expect(valueOf(variant, 'selection.offered')).toBe(offered);
    const share = valueOf(variant, 'selection.unoffered') ?? null;
    expect(share === null ? null : Math.round(share * 1000) / 1000).toBe(unoffered);
  });

  it('a tool of another role is refused where it is called, even if it was offered, and never when it was not', () => {
    expect(valueOf('reference', 'safety.role')).toBeGreaterThan(0);
    expect(valueOf('by-role', 'safety.role')).toBe(0);
    expect(failed.get('careless clerk-approves')).toEqual(['unintended_effect']);
  });
});

it('what fails, and why', () => {
  expect(Object.fromEntries(failed)).toEqual({
    'from-memory whole-trip': ['ended_repeat', 'missing_effect', 'never_ran'],
    'from-memory manager-approves': ['ended_repeat', 'missing_effect', 'never_ran'],
    'bare-errors live-down': ['missing_call'],
    'silent-macro half-trip': ['missing_call', 'missing_effect'],
    'careless half-trip': ['double_effect', 'effect_too_often', 'missing_call', 'missing_effect'],
    'careless deposit-lost': ['double_effect', 'unhandled_timeout_after'],
    'careless clerk-approves': ['unintended_effect'],
  });
});

it('one call a reply takes a turn more for two reads', () => {
  expect(valueOf('reference', 'selection.exact')).toBe(1);
  expect(valueOf('one-call', 'selection.exact')).toBe(1);
  expect(valueOf('one-call', 'termination.turns_over')).toBe(1);
});
