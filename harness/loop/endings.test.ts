import { describe, expect, it } from 'vitest';
import { run, tool } from '../testing/loop-bench.ts';
import { failWith, sayCalls, sayText, type ScriptedAnswer } from '../testing/fake-model.ts';

describe('how a reply ends the trial', () => {
  it.each<readonly [string, ScriptedAnswer, string, string | null]>([
    ['an answer', sayText('It is done.'), 'answered', 'It is done.'],
    ['a question', sayText('Which order?'), 'asked', 'Which order?'],
    ['a question in Chinese', sayText('请问订单号是多少？ '), 'asked', '请问订单号是多少？ '],
    ['a question in bold', sayText('**Shall I?**'), 'asked', '**Shall I?**'],
    ['B086: no text and no calls', sayText(''), 'empty', null],
    ['only space', sayText(' \n'), 'empty', null],
    [
      'a refusal',
      sayText('', { text: null, refusal: 'I cannot.', stop: 'refusal' }),
      'refused',
      'I cannot.',
    ],
    [
      'a filter',
      sayCalls([['f', {}]], { stop: 'content_filter', text: 'half' }),
      'content_filter',
      null,
    ],
    ['a text cut at its length', sayText('It is', { stop: 'length' }), 'truncated', 'It is'],
    [
      'B090: a call written as text',
      sayText('<tool_call>{"name":"f"}</tool_call>'),
      'answered',
      '<tool_call>{"name":"f"}</tool_call>',
    ],
  ])('%s', async (...[, answer, stopReason, text]) => {
    const trial = await run({ tools: [tool('f', [])], script: [answer] });
    expect(trial.end).toEqual({ stopReason, text });
    expect(trial.sink.of('delivery')).toEqual([]);
  });

  it('B086: an empty end after a call is empty, not answered', async () => {
    const trial = await run({
      tools: [tool('get_a', [])],
      script: [sayCalls([['get_a', {}]]), sayText('')],
    });
    expect(trial.end.stopReason).toBe('empty');
  });

  it.each(['stop', 'none', 'other'] as const)(
    'B091: calls count, though the finish reason is "%s"',
    async (stop) => {
      const trial = await run({
        tools: [tool('pick', [])],
        script: [sayCalls([['pick', {}]], { stop }), sayText('Picked.')],
      });
      expect(trial.sink.of('delivery')).toHaveLength(1);
    },
  );

  it('B093: a text in the middle of a task ends the turn; what was scripted after it is left over', async () => {
    const trial = await run({
      tools: [tool('search', []), tool('open', [])],
      script: [
        sayCalls([['search', {}]]),
        sayText('Now I will open the first hit.'),
        sayCalls([['open', {}]]),
      ],
    });
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.model.unused).toBe(1);
  });

  it('B088: a claim in text changes nothing', async () => {
    const trial = await run({
      tools: [tool('delete_file', ['path'], { effect: 'irreversible' })],
      script: [sayText('The file report.txt has been removed as you asked.')],
    });
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.tools.ledger.entries).toEqual([]);
  });

  it('the next turn of the user goes on with the same conversation', async () => {
    const trial = await run({
      tools: [tool('f', [])],
      systemPrompt: 'Be brief',
      history: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
      ],
      turns: ['Refund it', 'Order 7'],
      script: [sayText('Which order?'), sayText('Done.')],
    });
    expect(trial.model.asked[1]?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Be brief'],
      ['user', 'Hello'],
      ['assistant', 'Hi'],
      ['user', 'Refund it'],
      ['assistant', 'Which order?'],
      ['user', 'Order 7'],
    ]);
    expect(trial.end.stopReason).toBe('answered');
    expect(trial.sink.of('user').map((event) => event.text)).toEqual(['Refund it', 'Order 7']);
  });

  it('after a refusal nothing more is said', async () => {
    const trial = await run({
      tools: [],
      turns: ['Do it', 'Please'],
      script: [sayText('', { text: null, refusal: 'No' }), sayText('unused')],
    });
    expect(trial.end.stopReason).toBe('refused');
    expect(trial.model.unused).toBe(1);
  });
});

describe('model requests that fail', () => {
  const broken = failWith('http_503', { status: 503 });
  it.each<readonly [string, readonly ScriptedAnswer[], string, number, number]>([
    ['mended by a retry', [broken, sayText('ok')], 'answered', 2, 500],
    ['mended by the last retry', [broken, broken, sayText('ok')], 'answered', 3, 1_500],
    ['broken to the end', [broken, broken, broken], 'model_error', 3, 1_500],
    ['not to be repeated', [failWith('http_400', { retryable: false })], 'model_error', 1, 0],
    [
      'against the protocol',
      [failWith('html_with_200', { kind: 'protocol', retryable: false })],
      'protocol_error',
      1,
      0,
    ],
    [
      'cancelled',
      [failWith('cancelled', { kind: 'cancelled', retryable: false })],
      'cancelled',
      1,
      0,
    ],
    [
      'asked to wait a little',
      [failWith('http_429', { retryAfterMs: 7_000 }), sayText('ok')],
      'answered',
      2,
      7_000,
    ],
    [
      'asked to wait an hour',
      [failWith('http_429', { retryAfterMs: 3_600_000 }), sayText('ok')],
      'model_error',
      1,
      0,
    ],
  ])('%s', async (...[, script, stopReason, attempts, waitedMs]) => {
    const trial = await run({ tools: [], script });
    expect(trial.end.stopReason).toBe(stopReason);
    expect(trial.model.asked.map(({ turn, attempt }) => [turn, attempt])).toEqual(
      Array.from({ length: attempts }, (_unused, index) => [1, index + 1]),
    );
    expect(trial.clock.nowMs()).toBe(waitedMs);
  });

  it('a trial that was cancelled asks nothing', async () => {
    const trial = await run({ tools: [], script: [], signal: AbortSignal.abort() });
    expect(trial.end.stopReason).toBe('cancelled');
  });
});
