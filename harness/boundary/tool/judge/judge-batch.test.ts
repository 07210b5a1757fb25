import { describe, expect, it } from 'vitest';
import type { JudgedCall } from '../../../core/talk/call.ts';
import { referenceLoop, type LoopSettings } from '../../../core/suite/loop-settings.ts';
import { RigError } from '../../../core/rig-error.ts';
import { deniedResult, emptyResult, errorResult } from '../../../core/trial/tool-outcome.ts';
import type { Tool, ToolCheck } from '../../../core/suite/tool.ts';
import { toParts, type LoopTrialSetup } from '../../../testing/loop-trial.ts';
import { createToolBoundary, type ToolBoundaryOptions } from '../create-tool-boundary.ts';

function tool(more: Partial<Tool> = {}): Tool {
  return {
    name: 'refund',
    description: 'Refunds',
    parameters: {
      type: 'object',
      properties: { order: { type: 'string' }, cents: { type: 'integer' } },
      required: ['order'],
    },
    effect: 'irreversible',
    handler: () => null,
    ...more,
  };
}

type Setup = Partial<Omit<LoopTrialSetup, 'script'>> & Pick<ToolBoundaryOptions, 'policy'>;

function judge(
  said: readonly (readonly [string, string | null])[],
  setup: Setup = {},
): readonly JudgedCall[] {
  const { policy, ...own } = setup;
  const parts = toParts({ tools: [tool()], ...own });
  const tools = createToolBoundary({ ...parts, ...(policy === undefined ? {} : { policy }) });
  return tools.judge(
    1,
    said.map(([name, argumentsText], index) => ({ id: `c${index}`, name, argumentsText })),
  );
}

const good = '{"order":"o-1"}';

describe('stages', () => {
  it.each<readonly [string, readonly [string, string | null], Setup, readonly string[]]>([
    ['nothing wrong', ['refund', good], {}, []],
    ['unknown tool', ['refnd', good], {}, ['policy unknown_tool']],
    ['unknown tool with broken arguments', ['refnd', '{'], {}, ['policy unknown_tool']],
    [
      'forbidden now',
      ['refund', good],
      { policy: () => ({ forbidden: ['refund'] }) },
      ['policy forbidden_tool'],
    ],
    [
      'too risky now',
      ['refund', good],
      { policy: () => ({ highestGrade: 'idempotent' }) },
      ['policy risk_too_high'],
    ],
    ['risky enough', ['refund', good], { policy: () => ({ highestGrade: 'irreversible' }) }, []],
    ['unreadable', ['refund', '{order'], {}, ['parse invalid_json $']],
    ['no text for a write', ['refund', ''], {}, ['parse empty_arguments $']],
    ['not an object', ['refund', '[1]'], {}, ['parse not_an_object $']],
    ['missing field', ['refund', '{}'], {}, ['validation missing_required $.order']],
    [
      'two problems',
      ['refund', '{"order":1,"cents":"x"}'],
      {},
      ['validation wrong_type $.order', 'validation wrong_type $.cents'],
    ],
    [
      'no permission',
      ['refund', good],
      { tools: [tool({ requires: ['pay'] })] },
      ['authorize missing_permission'],
    ],
    [
      'permission',
      ['refund', good],
      { tools: [tool({ requires: ['pay'] })], session: { permissions: ['pay'] } },
      [],
    ],
    [
      'bad and forbidden',
      ['refund', '{}'],
      { policy: () => ({ forbidden: ['refund'] }) },
      ['policy forbidden_tool', 'validation missing_required $.order'],
    ],
  ])('%s', (...[, said, setup, wanted]) => {
    const [call] = judge([said], setup);
    const found = call?.findings.map(({ stage, code, path }) =>
      [stage, code, path].filter(Boolean).join(' '),
    );
    expect(found).toEqual(wanted);
    expect(call?.caughtBy).toBe(wanted[0]?.split(' ')[0] ?? null);
    expect(call?.error === null).toBe(wanted.length === 0);
  });

  const conflict = {
    kind: 'conflict',
    message: 'closed',
    retryable: false,
    recoverable: true,
  } as const;
  it.each<readonly [string, ToolCheck, string | null]>([
    ['nothing', () => null, null],
    ['an error', () => conflict, 'conflict'],
    ['an error result', () => errorResult(conflict), 'conflict'],
    ['a denial', () => deniedResult('not yours'), 'denied'],
    ['an empty result', () => emptyResult('nothing'), null],
    [
      'an exception',
      () => {
        throw new TypeError('x');
      },
      'failed',
    ],
  ])('a check that gives %s', (_, check, kind) => {
    for (const stage of ['authorize', 'check'] as const) {
      const [call] = judge([['refund', good]], { tools: [tool({ [stage]: check })] });
      expect(call?.error?.kind ?? null).toBe(kind);
      expect(call?.caughtBy).toBe(kind === null ? null : stage);
    }
  });

  it('checks see only arguments that fit the schema, and cannot change them', () => {
    const seen: unknown[] = [];
    const check: ToolCheck = (args) => {
      seen.push({ ...args });
      (args as Record<string, unknown>)['order'] = 'other';
      return null;
    };
    const calls = judge(
      [
        ['refund', '{}'],
        ['refund', good],
      ],
      { tools: [tool({ check })] },
    );
    expect(seen).toEqual([{ order: 'o-1' }]);
    expect(calls[1]?.reading).toEqual({ status: 'parsed', value: { order: 'o-1' } });
  });

  it('trouble of the harness itself is thrown on', () => {
    const check: ToolCheck = () => {
      throw new RigError('GONE', 'The back end is gone');
    };
    expect(() => judge([['refund', good]], { tools: [tool({ check })] })).toThrow(
      'The back end is gone',
    );
  });
});

describe('identity arguments', () => {
  const session = { user: 'ada', tenant: 't1' };
  it.each<readonly [LoopSettings['identity'], string, string | null]>([
    ['deny', good, null],
    ['deny', '{"order":"o-1","user":"ada"}', 'invalid_arguments'],
    ['deny', '{"order":"o-1","user":"eve"}', 'denied'],
    ['match', '{"order":"o-1","user":"ada"}', null],
    ['match', '{"order":"o-1","user":"eve"}', 'denied'],
    ['match', '{"order":"o-1","account":"eve"}', 'denied'],
    ['match', '{"order":"o-1","filter":{"by":[{"tenant":"t2"}]}}', 'denied'],
  ])('"%s" over %s', (identity, args, kind) => {
    const setup: Setup = {
      session,
      identity: ['user', 'tenant', 'account'],
      settings: { ...referenceLoop, identity },
    };
    const [call] = judge([['refund', args]], setup);
    expect(call?.error?.kind ?? null).toBe(kind);
    expect(call?.error?.recoverable ?? null).toBe(
      kind === null ? null : kind === 'invalid_arguments',
    );
  });

  it('is compared digit by digit', () => {
    // JavaScript has one number for both.
    const owner = Number('1234567890123456789');
    const setup: Setup = {
      session: { owner },
      identity: ['owner'],
      settings: { ...referenceLoop, identity: 'match' },
    };
    const said = ['1234567890123456800', '1234567890123456789'];
    const calls = said.map((id) => judge([['refund', `{"order":"o-1","owner":${id}}`]], setup)[0]);
    expect(calls.map((call) => call?.error?.kind ?? null)).toEqual([null, 'denied']);
  });

  it.each<readonly [string, string, readonly string[]]>([
    ['a closed schema', '{"order":"o-1","user":"eve"}', ['extra_field', 'identity_argument']],
    ['a missing field', '{"user":"eve"}', ['missing_required', 'extra_field', 'identity_argument']],
    ['a tool that is not there', '{"user":"eve"}', ['unknown_tool', 'identity_argument']],
    ['no identity at all', '{"order":5}', ['wrong_type']],
  ])('is seen also where something else objects first: %s', (name, args, codes) => {
    const parameters = { ...tool().parameters, additionalProperties: false };
    const [call] = judge([[name === 'a tool that is not there' ? 'pay' : 'refund', args]], {
      tools: [tool({ parameters })],
      session,
      identity: ['user'],
    });
    expect(call?.findings.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
    // The model is shown the first objection, and corrects that.
    expect(call?.error?.kind).toBe(
      name === 'a tool that is not there' ? 'unknown_tool' : 'invalid_arguments',
    );
  });

  it('says where', () => {
    const [call] = judge([['refund', '{"order":"o-1","filter":{"by":[{"user":"eve"}]}}']], {
      session,
      identity: ['user'],
    });
    expect(call?.findings).toMatchObject([
      { stage: 'authorize', code: 'identity_argument', path: '$.filter.by[0].user' },
    ]);
  });
});

describe('names', () => {
  it.each([
    ['refnd', 'refund'],
    ['functions.refund', 'refund'],
    ['refund<|channel|>commentary', 'refund'],
    ['fly_to_the_moon', null],
  ])('B045 B049: the nearest tool to "%s" is %s', (name, nearest) => {
    const [call] = judge([[name, '{}']]);
    expect(call?.error).toMatchObject({
      kind: 'unknown_tool',
      recoverable: true,
      next: 'Use one of: refund',
    });
    expect(call?.error?.hint).toBe(nearest === null ? undefined : `Did you mean "${nearest}"?`);
  });

  it.each(['constructor', '__proto__', 'toString', ''])(
    'B048: "%s" is no tool by accident',
    (name) => {
      expect(judge([[name, '{}']])[0]?.caughtBy).toBe('policy');
    },
  );

  it('a long list of names is cut with a count', () => {
    const tools = Array.from({ length: 45 }, (_, index) => tool({ name: `t${index}` }));
    expect(judge([['x', '{}']], { tools })[0]?.error?.next).toMatch(
      /^Use one of: t0, .*t39 and 5 more$/,
    );
  });
});

describe('judging', () => {
  it('a turn is judged once: the same objects, no second event, no second count', () => {
    const parts = toParts({ tools: [tool()] });
    const tools = createToolBoundary(parts);
    const said = [{ id: 'a', name: 'refund', argumentsText: good, injected: 'f1' }];
    const first = tools.judge(1, said);
    expect(tools.judge(1, said)).toBe(first);
    expect(parts.sink.events).toEqual([
      {
        type: 'judged',
        call: 't1c0',
        name: 'refund',
        known: true,
        grade: 'irreversible',
        reading: 'parsed',
        arguments: { order: 'o-1' },
        findings: [],
        caughtBy: null,
        confirm: 'not_needed',
        key: 'refund:{"order":"o-1"}',
        injected: 'f1',
      },
    ]);
  });

  it('a call of an unknown tool has a key too, and an unreadable one has none', () => {
    const calls = judge([
      ['x', '{"b":1,"a":2}'],
      ['refund', '{'],
    ]);
    expect(calls.map((call) => call.key)).toEqual(['x:{"a":2,"b":1}', null]);
  });

  it('budgets count over the whole trial', () => {
    const settings: LoopSettings = {
      ...referenceLoop,
      guards: { ...referenceLoop.guards, calls: 3 },
    };
    const tools = createToolBoundary(toParts({ tools: [tool()], settings }));
    const call = { id: 'a', name: 'refund', argumentsText: good };
    const stages = [1, 2].flatMap((turn) =>
      tools.judge(turn, [call, call]).map((judged) => judged.findings[0]?.code),
    );
    expect(stages).toEqual([undefined, undefined, undefined, 'call_budget']);
  });
});

describe('calls of a reply that an agent hands over in its own way', () => {
  const said = [
    { id: 'a', name: 'refund', argumentsText: '{"order": "o-1", "cents": 5}' },
    { id: 'b', name: 'refund', argumentsText: '{"order":"o-2"}' },
  ];

  function hear() {
    const parts = toParts({ tools: [tool()] });
    const tools = createToolBoundary(parts);
    tools.hear(1, said);
    return { tools, parts };
  }

  it.each([
    ['together', 1],
    ['together, under a turn of its own count', 7],
  ])('%s', (_, turn) => {
    const { tools, parts } = hear();
    const judged = tools.judge(turn, said);
    expect(judged.map(({ ref }) => ref)).toEqual(['t1c0', 't1c1']);
    expect(parts.sink.of('judged')).toHaveLength(2);
  });

  it('one by one, in another order, with rewritten arguments', () => {
    const { tools, parts } = hear();
    const second = tools.judge(1, [{ id: 'b', name: 'refund', argumentsText: '{"order":"o-2"}' }]);
    const text = '{"cents":5,"order":"o-1"}';
    const first = tools.judge(2, [{ id: 'a', name: 'refund', argumentsText: text }]);
    expect([...second, ...first].map(({ ref }) => ref)).toEqual(['t1c1', 't1c0']);
    expect(parts.sink.of('judged')).toHaveLength(2);
  });

  it('with arguments that the agent changed: the same call, and what it runs is its own', () => {
    const { tools } = hear();
    const [call] = tools.judge(1, [{ id: 'a', name: 'refund', argumentsText: '{"order":"o-9"}' }]);
    expect(call).toMatchObject({ ref: 't1c0', reading: { value: { order: 'o-9' } } });
  });

  it('a call that no reply has is a call of its own', () => {
    const { tools, parts } = hear();
    const [call] = tools.judge(1, [{ id: 'z', name: 'refund', argumentsText: '{"order":"o-9"}' }]);
    expect(call?.ref).toBe('t1001c0');
    expect(parts.sink.of('judged')).toHaveLength(3);
  });
});

it('a whole number that JavaScript rounds is reported once where it reaches a handler', async () => {
  const parts = toParts({ tools: [tool()] });
  const tools = createToolBoundary(parts);
  const argumentsText = '{"order":"o-1","cents":12345678901234567891}';
  const [call] = tools.judge(1, [{ id: 'a', name: 'refund', argumentsText }]);
  const options = { idempotencyKey: null, timeoutMs: 0, signal: new AbortController().signal };
  if (call === undefined) throw new Error('The call was not judged');
  await tools.deliver(call, options);
  await tools.deliver(call, options);
  expect(parts.sink.of('guard')).toMatchObject([
    {
      guard: 'unsafe_integer',
      text: '"refund" got $.cents as 12345678901234567891, which JavaScript rounds. Let the handler read it with exactText, or make it a text',
    },
  ]);
});
