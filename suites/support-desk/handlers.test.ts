import { expect, it } from 'vitest';
import type { JsonObject } from '../../harness/json/json.ts';
import type { ToolContext } from '../../harness/core/suite/tool.ts';
import { HandlerOutcome } from '../../harness/core/trial/tool-outcome.ts';
import { handlers } from './handlers.ts';
import { deskWorld } from './world.ts';

it.each([
  ['create_case', { summary: 'Smoke' }, { case_id: 'CS-3005' }, ['case/Smoke']],
  [
    'update_case',
    { case_id: 'CS-1042', note: 'Hot' },
    { case_id: 'CS-1042', notes: 2 },
    ['note/CS-1042/Hot'],
  ],
  ['close_case', {}, { case_id: 'CS-2210', state: 'closed' }, ['closed/CS-2210']],
  [
    'escalate_case',
    { case_id: 'CS-1893', reason: 'Now' },
    { case_id: 'CS-1893', state: 'escalated' },
    ['escalated/CS-1893'],
  ],
  ['reset_account', {}, { id: 'reset-1', code_sent_by: 'mail' }, ['reset/account']],
  [
    'grant_access',
    { resource: 'Finance' },
    { id: 'access-1', state: 'waits for approval' },
    ['access/Finance'],
  ],
  ['order_item', { item: 'Mouse' }, { id: 'order-1', delivery: '2026-06-15' }, ['order/Mouse']],
  [
    'schedule_visit',
    { wish: 'Noon' },
    { id: 'visit-1', technician: 'Wanda', at: '2026-06-11 14:00' },
    ['visit/Noon'],
  ],
] as const)('%s gives the same answer twice and one effect', (...[name, args, answer, keys]) => {
  const { context, effects, unchanged } = createContext();
  expect(handlers[name](args, context)).toEqual(answer);
  expect(handlers[name](args, context)).toEqual(answer);
  expect(effects).toEqual(keys);
  expect(unchanged()).toBe(1);
});

it.each([
  [
    'get_case',
    { case_id: 'CS-1042' },
    {
      case_id: 'CS-1042',
      state: 'open',
      owner: 'Ines',
      last_note: 'Received',
      due_on: '2026-06-12',
    },
  ],
  [
    'get_status',
    { service: 'vpn' },
    { vpn: { state: 'slow', note: 'Being looked at since 08:10' } },
  ],
  ['get_status', {}, deskWorld.services],
  [
    'search_articles',
    { query: 'How to scan a page?' },
    [{ title: 'Scan a page to PDF', link: '/help/16' }],
  ],
  ['get_device', { kind: 'phone' }, [deskWorld.devices[1]]],
] as const)('%s reads with %j and changes nothing', (name, args, answer) => {
  const { context, effects } = createContext();
  expect(handlers[name](args, context)).toEqual(answer);
  expect(effects).toEqual([]);
  expect(context.world).toEqual(deskWorld);
});

it.each([
  ['get_case', { case_id: 'CS-9999' }, 'There is no case CS-9999'],
  ['close_case', { case_id: 'CS-9999' }, 'There is no case CS-9999'],
  ['search_articles', { query: 'moon' }, 'No article holds these words'],
  ['get_device', { kind: 'screen' }, 'The user has no screen'],
] as const)('%s says what an empty answer to %j means', (name, args, meaning) => {
  const { context, effects } = createContext();
  const found = handlers[name](args, context);
  expect(found instanceof HandlerOutcome && found.outcome).toEqual({
    status: 'empty',
    value: [],
    meaning,
  });
  expect(effects).toEqual([]);
});

interface Bench {
  readonly context: ToolContext;
  readonly effects: readonly string[];
  unchanged(): number;
}

function createContext(session: JsonObject = {}): Bench {
  const effects: string[] = [];
  const counts = new Map<string, number>();
  let unchanged = 0;
  const context: ToolContext = {
    world: structuredClone<Record<string, unknown>>(deskWorld),
    session,
    nowMs: 0,
    idempotencyKey: null,
    signal: new AbortController().signal,
    random: () => 0,
    newId: (prefix) => {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}-${count}`;
    },
    sleep: () => Promise.resolve(),
    effect: (key) => {
      effects.push(key);
    },
    noEffect: () => {
      unchanged += 1;
    },
  };
  return { context, effects, unchanged: () => unchanged };
}
