import { expect, it } from 'vitest';
import { parseJsonLines, readSharedData } from '../testing/read-shared-data.ts';
import { judgeText } from '../score/reason/judge-text.ts';
import { readToolShelf } from './tool-shelf.ts';

interface OutsideVerdict {
  readonly suite: string;
  readonly function: string;
  readonly args: unknown;
  readonly draft2020_12_verdict: 'valid' | 'invalid' | 'unknown-tool';
}

const verdicts = readSharedData('agentdojo/verdicts/argument_validity.jsonl.gz');
const definitions = readSharedData('agentdojo/tools.openai.json');

it.skipIf(verdicts === null || definitions === null)(
  'of 8,585 real calls, each is judged as another validator judged it',
  () => {
    const shelf = readToolShelf(definitions ?? '', 'tools.openai.json');
    const counts: Record<string, number> = {};
    for (const verdict of parseJsonLines<OutsideVerdict>(verdicts ?? '')) {
      const tool = shelf.of(verdict.suite).find(({ name }) => name === verdict.function) ?? null;
      const argumentsText = JSON.stringify(verdict.args);
      const { caughtBy } = judgeText(
        { ref: 't1c0', id: null, name: verdict.function, argumentsText },
        tool,
      );
      const ours = caughtBy === null ? 'valid' : caughtBy === 'policy' ? 'unknown-tool' : 'invalid';
      const pair = `${ours}, theirs ${verdict.draft2020_12_verdict}`;
      counts[pair] = (counts[pair] ?? 0) + 1;
    }
    expect(counts).toEqual({
      'valid, theirs valid': 8339,
      'invalid, theirs invalid': 236,
      'unknown-tool, theirs unknown-tool': 10,
    });
  },
);
