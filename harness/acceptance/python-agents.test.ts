import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { startCountingModel } from '../testing/counting-model.ts';
import { findPython, pythonAgent } from '../testing/python-agent.ts';
import { refundTool } from '../testing/refund-tool.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { spawnCommandLine } from '../testing/spawn-command-line.ts';

const python = findPython();

const suite = {
  name: 'refunds',
  model: { name: 'm-1', nature: 'learned', about: 'Says what a function says.' },
  tools: [refundTool],
  variants: ['careful', 'blind'].map((how) => ({
    name: how,
    agent: { command: ['python3', 'agent.py', how], input: 'argument', holdMs: 5 },
  })),
  scenarios: [
    {
      id: 'refund-once',
      user: 'refund A1',
      expected: { calls: [{ tool: 'refund', arguments: { order_id: 'A1' } }] },
    },
  ],
};

interface Seen {
  readonly role: string;
  readonly content?: string | null;
}

/** Refunds what the user names, and says so whatever came back. */
function say(messages: readonly Seen[]) {
  const id = messages[0]?.content?.split(' ').at(-1) ?? '';
  const answers = messages.filter(({ role }) => role === 'tool');
  if (answers.length === 0) return [['refund', { order_id: id }]] as const;
  return answers.at(-1)?.content?.includes('error') === true
    ? 'Something went wrong.'
    : 'Refunded.';
}

it.skipIf(python === null)(
  `two agents in Python behind real HTTP and MCP: the one with a blind retry has double effects, the other has none (${python ?? 'no python3 here'})`,
  async () => {
    await using folder = await createScratchFolder();
    await folder.write('agent.py', pythonAgent);
    await folder.write('suite.json', JSON.stringify(suite));
    const words = ['.', '--variant', '*', '--faults', 'standard', '--json'];
    const model = await startCountingModel(say);
    const recorded = await spawnCommandLine(['record', ...words], {
      cwd: folder.path,
      env: { TOOLRIG_BASE_URL: model.baseUrl },
    }).done;
    const asked = model.takeCount();
    await model[Symbol.asyncDispose]();
    expect(recorded.err).not.toContain('INVALID');
    expect(asked).toBeGreaterThan(10);
    // The provider is gone, and so is its address.
    const runs = [];
    for (const out of ['one', 'two']) {
      const { done } = spawnCommandLine(['run', ...words, '--out', out], { cwd: folder.path });
      const result = await done;
      runs.push(JSON.parse(result.out) as RunJson);
    }
    const [first, second] = runs;
    expect(first?.invalid).toBe(0);
    expect(first?.invalidReasons).toEqual([]);
    const double = (name: string) => first?.variants[name]?.scores['effects.double']?.value;
    expect(double('careful')).toBe(0);
    expect(double('blind')).toBeGreaterThan(0);
    const read = (run: RunJson | undefined): string =>
      readFileSync(`${folder.path}/${run?.runFolder ?? ''}/trials.jsonl`, 'utf8');
    expect(read(second)).toBe(read(first));
    // What a client tries again is an attempt of the same turn.
    expect(read(first)).toMatch(/"type":"request","turn":1,"attempt":2/u);
  },
  120_000,
);

interface RunJson {
  readonly invalid: number;
  readonly invalidReasons: readonly unknown[];
  readonly runFolder: string;
  readonly variants: Readonly<
    Record<string, { readonly scores: Readonly<Record<string, { readonly value: number }>> }>
  >;
}
