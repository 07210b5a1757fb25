import { expect, it } from 'vitest';

import type { MetricName } from '../core/score/metric.ts';
import type { ScorerInput } from '../core/score/scorer.ts';
import { ToldTrial, toldTool, wantCall } from '../testing/told-trial.ts';
import { scoreTrial } from './score-trial.ts';

const tools = [toldTool('look'), toldTool('tick')];

function codesOf(input: ScorerInput, name: MetricName): readonly string[] {
  return (scoreTrial(input)[name]?.losses ?? []).map((loss) => loss.code);
}

const writeCall = (tool: string): string =>
  `<tool_call>{"name": "${tool}", "arguments": {}}</tool_call>`;

it.each<[string, ToldTrial, readonly string[], readonly string[]]>([
  [
    'written, and another one made later',
    new ToldTrial(tools).turn([], { text: writeCall('look') }).turn([{ tool: 'tick' }]),
    ['look', 'tick'],
    ['missing_call', 'call_as_text'],
  ],
  [
    'announced, and another one made later',
    new ToldTrial(tools).turn([], { stop: 'tool_calls' }).turn([{ tool: 'tick' }]),
    ['look', 'tick'],
    ['missing_call', 'announced_call'],
  ],
  [
    'written and then made',
    new ToldTrial(tools).turn([], { text: writeCall('look') }).turn([{ tool: 'look' }]),
    ['look'],
    [],
  ],
  [
    'announced and then made',
    new ToldTrial(tools).turn([], { stop: 'tool_calls' }).turn([{ tool: 'look' }]),
    ['look'],
    [],
  ],
  [
    'written between two calls and then made',
    new ToldTrial(tools)
      .turn([{ tool: 'tick' }])
      .turn([], { text: writeCall('look') })
      .turn([{ tool: 'look' }]),
    ['tick', 'look'],
    [],
  ],
  [
    'made in a reply that also writes it',
    new ToldTrial(tools).turn([{ tool: 'look' }], { text: writeCall('look') }),
    ['look'],
    [],
  ],
  [
    'made and then written once more',
    new ToldTrial(tools).turn([{ tool: 'look' }]).turn([], { text: writeCall('look') }),
    ['look'],
    ['call_as_text'],
  ],
])('a wanted call that was %s', (...[, trial, wanted, codes]) => {
  const input = trial.input({ calls: wanted.map((tool) => wantCall(tool)) });
  expect(codesOf(input, 'selection.exact')).toEqual(codes);
  const isMissing = codes.includes('missing_call');
  expect(codesOf(input, 'selection.recall')).toEqual(isMissing ? codes : []);
  expect(codesOf(input, 'selection.f1')).toEqual(codes);
});
