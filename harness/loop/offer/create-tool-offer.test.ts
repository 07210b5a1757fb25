import { describe, expect, it } from 'vitest';
import {
  referenceLoop,
  type LoopSettings,
  type OfferSettings,
} from '../../core/suite/loop-settings.ts';
import { capabilityTool } from '../../core/suite/tool-offer.ts';
import { type Asked, sayCalls, sayText } from '../../testing/fake-model.ts';
import { kindsOf, run, tool } from '../../testing/loop-bench.ts';
import type { LoopTrialSetup } from '../../testing/loop-trial.ts';
import { naiveLoop } from '../presets.ts';

function offering(offer: Partial<OfferSettings>, base = referenceLoop): LoopSettings {
  return { ...base, offer: { ...referenceLoop.offer, ...offer } };
}

const shop = [
  tool('find_order', ['id'], {
    description: 'Finds an order. Use when the user asks for a parcel',
    phases: ['look'],
  }),
  tool('refund_order', ['id'], {
    description: 'Gives money back. Use when the user wants a refund',
    effect: 'irreversible',
    phases: ['settle'],
    roles: ['lead'],
  }),
  tool('rate_shop', [], {
    description: 'Notes an opinion. Not for a refund',
    phases: ['settle'],
    tags: ['core'],
  }),
];

function namesOf({ request }: Asked): readonly string[] {
  return (request.tools ?? []).map((one) => one.function.name);
}

async function offered(setup: Partial<LoopTrialSetup> & Pick<LoopTrialSetup, 'settings'>) {
  const trial = await run({ tools: shop, script: [sayText('Well.')], ...setup });
  return trial.model.asked.map(namesOf);
}

describe('the tools of a turn', () => {
  const refund = ['Money back, I want a refund'];
  it.each([
    ['all', {}, {}, ['find_order', 'refund_order', 'rate_shop']],
    ['role, as a clerk', { mode: 'role' }, { role: 'clerk' }, ['find_order', 'rate_shop']],
    [
      'role, as a lead',
      { mode: 'role' },
      { role: 'lead' },
      ['find_order', 'refund_order', 'rate_shop'],
    ],
    [
      'role, as one of several',
      { mode: 'role' },
      { roles: ['x', 'lead'] },
      ['find_order', 'refund_order', 'rate_shop'],
    ],
    ['role, without one', { mode: 'role' }, {}, ['find_order', 'rate_shop']],
    ['the nearest by words', { mode: 'top-k', top: 1 }, { role: 'lead' }, ['refund_order']],
    ['the nearest of those of the role', { mode: 'top-k', top: 1 }, {}, ['find_order']],
    [
      'the nearest and a tag',
      { mode: 'top-k', top: 1, always: ['core'] },
      { role: 'lead' },
      ['refund_order', 'rate_shop'],
    ],
    ['the first phase', { mode: 'phase' }, { role: 'lead' }, ['find_order', capabilityTool]],
    ['a named phase', { mode: 'phase', phases: ['settle'] }, {}, ['rate_shop', capabilityTool]],
    [
      'summaries',
      { mode: 'two-stage', always: ['find_order'] },
      {},
      ['find_order', capabilityTool],
    ],
  ] as const)('%s', async (...[, offer, session, names]) => {
    const [first] = await offered({ settings: offering(offer), session, turns: refund });
    expect(first).toEqual(names);
  });

  it('by a router of the suite, for what the user said last, with the tools in use', async () => {
    const seen: string[] = [];
    const asked = await offered({
      settings: offering({ mode: 'top-k', top: 1, router: 'own' }),
      routers: {
        own: (text, tools) => {
          seen.push(text);
          return Promise.resolve(tools.map(({ name }) => (name.startsWith(text) ? 1 : 0)));
        },
      },
      script: [sayCalls([['find_order', { id: 'a' }]]), sayText('There.'), sayText('Noted.')],
      turns: ['find', 'rate'],
    });
    expect(asked).toEqual([['find_order'], ['find_order'], ['find_order', 'rate_shop']]);
    expect(seen).toEqual(['find', 'find', 'rate']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no index');
      },
      'the router "own" threw: no index',
    ],
    [
      'gives too few',
      () => [1],
      'must give a list of 2 numbers, one for each tool, and gave 1 values, 1 of them numbers',
    ],
    ['gives no numbers', () => [Number.NaN, 1], 'gave 2 values, 1 of them numbers'],
  ] as const)('a router that %s ends the trial with its name', async (_, own, message) => {
    const settings = offering({ mode: 'top-k', router: 'own' });
    await expect(offered({ settings, routers: { own } })).rejects.toThrow(message);
  });
});

describe('request_capability', () => {
  it.each([
    [{ mode: 'phase' }, 'settle', ['find_order', 'rate_shop', capabilityTool]],
    [{ mode: 'two-stage' }, 'rate_shop', ['rate_shop', capabilityTool]],
  ] as const)(
    '%j opens "%s" from the next turn on, until a new conversation',
    async (offer, capability, names) => {
      const trial = await run({
        tools: shop,
        settings: offering(offer),
        script: [
          sayCalls([[capabilityTool, { capability }]]),
          sayText('Open.'),
          sayText('Closed.'),
        ],
        turns: ['Please', '/new', 'Hello'],
      });
      const [first = [], second, third] = trial.model.asked.map(namesOf);
      expect(second).toEqual(names);
      expect(third).toEqual(first);
      const added = names.filter((name) => !first.includes(name));
      expect(trial.sink.of('result')[0]?.value).toEqual({ opened: capability, offered_now: added });
    },
  );

  it('knows no other words, and shows each tool of the role in one line', async () => {
    const trial = await run({
      tools: shop,
      settings: offering({ mode: 'two-stage' }),
      script: [sayCalls([[capabilityTool, { capability: 'refund_order' }]]), sayText('No.')],
    });
    expect(kindsOf(trial)).toEqual(['invalid_arguments']);
    const said = trial.model.asked[0]?.request.tools?.[0]?.function.description;
    expect(said).toContain(
      '\n- find_order: Finds an order.\n- rate_shop (core): Notes an opinion.',
    );
  });
});

describe('a call of a tool that was not offered', () => {
  const call = sayCalls([['rate_shop', {}]]);
  it.each([
    [{ mode: 'top-k', top: 1 }, 'unknown_tool', 'Use one of: find_order'],
    [
      { mode: 'phase' },
      'precondition_missing',
      'Open it with "request_capability" first, then call it',
    ],
  ] as const)('%j: is refused with its own reason', async (offer, kind, next) => {
    const trial = await run({
      tools: shop,
      settings: offering(offer),
      script: [call, sayText('Well.')],
    });
    expect(trial.sink.of('judged')[0]).toMatchObject({ known: true, caughtBy: 'policy' });
    expect(trial.sink.of('judged')[0]?.findings.map(({ code }) => code)).toEqual(['not_offered']);
    expect(trial.sink.of('refused')[0]?.error).toMatchObject({ kind, next });
    expect(trial.sink.of('delivery')).toEqual([]);
  });

  it('runs in a loop that enforces nothing', async () => {
    const settings = offering({ mode: 'phase' }, naiveLoop);
    const trial = await run({ tools: shop, settings, script: [call, sayText('Done.')] });
    expect(trial.sink.of('delivery')).toHaveLength(1);
  });

  it('of another role is denied, whatever is offered', async () => {
    const trial = await run({
      tools: shop,
      session: { role: 'clerk' },
      script: [sayCalls([['refund_order', { id: 'a' }]]), sayText('No.')],
    });
    expect(trial.sink.of('judged')[0]?.findings.map(({ code }) => code)).toEqual([
      'role_not_allowed',
    ]);
    expect(trial.sink.of('refused')[0]?.error).toMatchObject({
      kind: 'denied',
      message: 'The tool "refund_order" is for the role "lead", and the user has "clerk"',
    });
    expect(trial.tools.ledger.entries).toEqual([]);
  });
});
