import { describe, expect, it } from 'vitest';
import { run, textOf, tool } from '../../testing/loop-bench.ts';
import type { ToolHandler } from '../../core/suite/tool.ts';
import { sayCalls, sayText } from '../../testing/fake-model.ts';

describe('calls, names and ids', () => {
  it('B045 B046 B049: unknown names get the list, go back escaped, and run nothing', async () => {
    const name = 'functions.find<|channel|>x';
    const trial = await run({
      tools: [tool('find', [])],
      script: [sayCalls([[name, {}]]), sayText('ok')],
    });
    expect(trial.sink.of('judged')[0]).toMatchObject({ name, known: false, grade: null });
    expect(trial.sink.of('refused')[0]?.error).toMatchObject({
      kind: 'unknown_tool',
      hint: 'Did you mean "find"?',
      next: 'Use one of: find',
    });
    const said = trial.model.asked[1]?.messages[1];
    expect(said).toMatchObject({
      tool_calls: [{ function: { name: 'functions_x2e_find_x3c__x7c_channel_x7c__x3e_x' } }],
    });
  });

  it('B050: two calls of one tool in a reply are two', async () => {
    const trial = await run({
      tools: [tool('find', ['q'], { handler: ({ q }) => q })],
      script: [
        sayCalls([
          ['find', { q: 'X' }],
          ['find', { q: 'Y' }],
        ]),
        sayText('Both.'),
      ],
    });
    expect(trial.sink.of('observation').map((event) => event.content)).toEqual(['X', 'Y']);
  });

  it('an id that is missing, empty or there twice is replaced, and each call is answered', async () => {
    const ids = ['a', 'a', null, '', 'b'];
    const trial = await run({
      tools: [tool('find', ['q'])],
      script: [sayCalls(ids.map((id) => ['find', { q: textOf(id) }, id])), sayText('All.')],
    });
    const [, said, ...answers] = trial.model.asked[1]?.messages ?? [];
    const wanted = ['a', 't0001c001', 't0001c002', 't0001c003', 'b'];
    expect(said?.role === 'assistant' ? said.tool_calls?.map((call) => call.id) : []).toEqual(
      wanted,
    );
    expect(answers.map((answer) => (answer.role === 'tool' ? answer.tool_call_id : ''))).toEqual(
      wanted,
    );
  });

  it('reads of a batch run concurrently, writes one by one in call order, and answers are in call order', async () => {
    const log: string[] = [];
    const slow: ToolHandler = async ({ id }, context) => {
      log.push(`+${textOf(id)}`);
      await context.sleep(id === 'r1' ? 300 : 100);
      log.push(`-${textOf(id)}`);
      return id;
    };
    const trial = await run({
      tools: [
        tool('r', ['id'], { handler: slow }),
        tool('w', ['id'], { handler: slow, effect: 'idempotent' }),
      ],
      script: [
        sayCalls([
          ['r', { id: 'r1' }],
          ['r', { id: 'r2' }],
          ['w', { id: 'w1' }],
          ['w', { id: 'w2' }],
          ['r', { id: 'r3' }],
        ]),
        sayText('Done.'),
      ],
    });
    expect(log).toEqual(['+r1', '+r2', '-r2', '-r1', '+w1', '-w1', '+w2', '-w2', '+r3', '-r3']);
    expect(trial.sink.of('observation').map((event) => event.content)).toEqual([
      'r1',
      'r2',
      'w1',
      'w2',
      'r3',
    ]);
    expect(trial.clock.nowMs()).toBe(600);
  });
});
