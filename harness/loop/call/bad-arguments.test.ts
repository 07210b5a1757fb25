import { describe, expect, it } from 'vitest';
import { kindsOf, run, tool } from '../../testing/loop-bench.ts';
import { referenceLoop } from '../../core/suite/loop-settings.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { sayCalls, sayText, type ScriptedAnswer } from '../../testing/fake-model.ts';
import { naiveLoop } from '../presets.ts';

const write: Tool = tool('write_file', ['path', 'text'], { effect: 'idempotent' });

describe('arguments that cannot be used', () => {
  it.each([
    ['held by the batch rule', true, 0],
    ['one bad call takes no good one down', false, 1],
  ])('B002 B020: %s', async (_, batch, deliveries) => {
    const trial = await run({
      tools: [tool('search_notes', []), tool('get_note', ['note_id'])],
      script: [
        sayCalls([
          ['search_notes', '  \n'],
          ['get_note', ''],
        ]),
        sayText('Well.'),
      ],
      settings: { ...referenceLoop, enforce: { ...referenceLoop.enforce, batch } },
    });
    const told = trial.sink.of('observation').map((event) => event.content);
    expect(trial.sink.of('judged').map((event) => event.reading)).toEqual([
      'normalised',
      'invalid',
    ]);
    expect(told).toHaveLength(2);
    expect(told[1]).toContain('"kind":"invalid_arguments"');
    expect(told[1]).toContain('"code":"missing_required","path":"$.note_id"');
    expect(told[0]).toContain(batch ? 'tool_batch_rejected' : '"from":"search_notes"');
    expect(trial.sink.of('delivery')).toHaveLength(deliveries);
  });

  it('B010: arguments cut at the token cap are a cut reply, not bad JSON, and go back as {}', async () => {
    const cut = '{"path":"Q3","text":"Revenue rose by';
    const trial = await run({
      tools: [write],
      params: { max_tokens: 300 },
      script: [
        sayCalls([['write_file', cut]], { usage: { inputTokens: 9, outputTokens: 300 } }),
        sayText('Too long.'),
      ],
    });
    expect(kindsOf(trial)).toEqual(['truncated']);
    expect(trial.sink.of('delivery')).toEqual([]);
    const said = trial.model.asked[1]?.messages.find(({ role }) => role === 'assistant');
    expect(said).toMatchObject({
      tool_calls: [{ function: { name: 'write_file', arguments: '{}' } }],
    });
    expect(trial.sink.of('judged')[0]?.findings.map((finding) => finding.stage)).toEqual(['parse']);
  });

  it('the same arguments below the cap are bad JSON', async () => {
    const trial = await run({
      tools: [write],
      params: { max_tokens: 300 },
      script: [
        sayCalls([['write_file', '{"path":"a']], { usage: { inputTokens: 9, outputTokens: 40 } }),
        sayText('No.'),
      ],
    });
    expect(kindsOf(trial)).toEqual(['invalid_json']);
  });

  it.each([
    ['B011: though its JSON parses', '{"path":"guide.md","text":"Section 1"}'],
    ['B012: though a field is missing', '{"path":"a.md"}'],
  ])(
    '%s, no call of a reply cut at its length is run, and the reply is reported as cut',
    async (_, args) => {
      const trial = await run({
        tools: [write],
        script: [
          sayCalls([['write_file', args]], { stop: 'length', finishReason: 'length' }),
          sayText('No.'),
        ],
      });
      expect(kindsOf(trial)).toEqual(['truncated']);
      expect(trial.sink.of('delivery')).toEqual([]);
      expect(trial.sink.of('judged')).toEqual([]);
      expect(trial.sink.of('observation')).toHaveLength(1);
      expect(trial.end.stopReason).toBe('answered');
    },
  );

  it('a reply that is cut again and again ends the trial as truncated', async () => {
    const trial = await run({
      tools: [write],
      script: [sayCalls([['write_file', '{"path":"a"}']], { stop: 'length' })],
      forever: true,
    });
    expect(trial.end.stopReason).toBe('truncated');
    expect(trial.model.asked).toHaveLength(2);
  });

  it.each([
    ['B013', '{"steps":["build","test"'],
    ['B014', '{steps: "eu"'],
    ['B023', '"{\\"steps\\":[\\"a\\"]}"'],
  ])('%s: an irreversible tool never runs on what cannot be read', async (_, args) => {
    const trial = await run({
      tools: [tool('run_steps', [], { effect: 'irreversible' })],
      script: [sayCalls([['run_steps', args]]), sayText('No.')],
      settings: naiveLoop,
    });
    expect(trial.tools.ledger.entries).toEqual([]);
    expect(trial.sink.of('delivery')).toEqual([]);
    expect(trial.sink.of('judged')[0]).toMatchObject({ reading: 'invalid', caughtBy: 'parse' });
  });

  it('B014: the model is shown the parameters again and the raw text is kept', async () => {
    const purge = tool('purge', ['scope'], { effect: 'irreversible', example: { scope: 'eu' } });
    const trial = await run({
      tools: [purge],
      script: [sayCalls([['purge', '{scope: "eu"']]), sayText('No.')],
    });
    expect(JSON.parse(trial.sink.of('observation')[0]?.content ?? '')).toMatchObject({
      error: { kind: 'invalid_json', parameters: purge.parameters, example: { scope: 'eu' } },
    });
    expect(trial.sink.of('reply')[0]?.calls[0]?.argumentsText).toBe('{scope: "eu"');
  });

  it.each(['[]', 'null', '"sku-1"', '17', 'true', '[{"sku":"x"}]'])(
    'B015: %s is answered with a mendable error and the run goes on',
    async (args) => {
      const trial = await run({
        tools: [tool('add_item', ['sku'])],
        script: [
          sayCalls([['add_item', args]]),
          sayCalls([['add_item', { sku: 'x' }]]),
          sayText('Added.'),
        ],
      });
      expect(trial.sink.of('refused')[0]?.error).toMatchObject({
        kind: 'invalid_arguments',
        recoverable: true,
      });
      expect(trial.end.stopReason).toBe('answered');
      expect(trial.sink.of('delivery')).toHaveLength(1);
    },
  );

  it.each([
    [0, 1],
    [1, 2],
    [3, 4],
  ])('corrections %i: the trial ends after %i bad rounds', async (corrections, rounds) => {
    const trial = await run({
      tools: [tool('f', ['x'])],
      script: [({ turn }) => sayCalls([['f', { y: turn }]])],
      forever: true,
      settings: { ...referenceLoop, corrections },
    });
    expect(trial.end.stopReason).toBe('unrecoverable_tool_error');
    expect(trial.model.asked).toHaveLength(rounds);
    expect(trial.sink.of('observation')).toHaveLength(rounds);
  });

  it('a good round gives the corrections back', async () => {
    const bad = sayCalls([['f', {}]]);
    const good = (x: string): ScriptedAnswer => sayCalls([['f', { x }]]);
    const trial = await run({
      tools: [tool('f', ['x'], { handler: ({ x }) => x })],
      script: [bad, good('a'), bad, good('b'), sayText('Done.')],
    });
    expect(trial.end.stopReason).toBe('answered');
  });
});
