import { emptyResult, type JsonObject, type ToolContext, type ToolHandler } from 'toolrig';
import type { ToolName } from './parameters.ts';
import { toDesk, type DeskCase } from './world.ts';

/** What each tool does to the desk. A write that changes nothing says so, so that all of them may repeat. */
export const handlers: Readonly<Record<ToolName, ToolHandler>> = {
  get_case: (args, context) => withCase(args, context, (found) => toView(found)),
  create_case: createCase,
  update_case: (args, context) =>
    withCase(args, context, (found) => {
      const note = readText(args, 'note');
      if (found.notes.includes(note)) context.noEffect();
      else {
        found.notes.push(note);
        context.effect(`note/${found.id}/${note}`);
      }
      return { case_id: found.id, notes: found.notes.length };
    }),
  close_case: (args, context) => setState(args, context, 'closed'),
  escalate_case: (args, context) => setState(args, context, 'escalated'),
  search_articles: searchArticles,
  get_status: (args, { world }) => {
    const { services } = toDesk(world);
    const service = readText(args, 'service');
    return service === '' ? services : { [service]: services[service] ?? null };
  },
  reset_account: (args, context) => {
    const way = readText(args, 'send_to') || 'mail';
    return wish('reset', 'account', { context, answer: { code_sent_by: way } });
  },
  grant_access: (args, context) =>
    wish('access', readText(args, 'resource'), {
      context,
      answer: { state: 'waits for approval' },
    }),
  order_item: (args, context) =>
    wish('order', readText(args, 'item'), { context, answer: { delivery: '2026-06-15' } }),
  schedule_visit: (args, context) =>
    wish('visit', readText(args, 'wish'), {
      context,
      answer: { technician: 'Wanda', at: '2026-06-11 14:00' },
    }),
  get_device: (args, { world }) => {
    const kind = readText(args, 'kind');
    const devices = toDesk(world).devices.filter(
      (device) => kind === '' || device['kind'] === kind,
    );
    return devices.length === 0 ? emptyResult(`The user has no ${kind}`) : devices;
  },
};

function createCase(args: JsonObject, context: ToolContext): unknown {
  const { cases } = toDesk(context.world);
  const summary = readText(args, 'summary');
  const known = cases.find((other) => other.summary === summary && other.state !== 'closed');
  if (known !== undefined) {
    context.noEffect();
    return { case_id: known.id };
  }
  const id = `CS-${3000 + cases.length}`;
  cases.push({
    id,
    summary,
    state: 'open',
    owner: 'Ines',
    dueOn: '2026-06-12',
    notes: ['Received'],
  });
  context.effect(`case/${summary}`, { case_id: id });
  return { case_id: id };
}

function setState(args: JsonObject, context: ToolContext, state: DeskCase['state']): unknown {
  return withCase(args, context, (found) => {
    if (found.state === state) context.noEffect();
    else {
      found.state = state;
      context.effect(`${state}/${found.id}`);
    }
    return { case_id: found.id, state };
  });
}

function searchArticles(args: JsonObject, { world }: ToolContext): unknown {
  const query = readText(args, 'query').toLowerCase();
  const found = toDesk(world).articles.filter(({ title }) =>
    title
      .toLowerCase()
      .split(' ')
      .some((word) => word.length > 3 && query.includes(word)),
  );
  return found.length === 0 ? emptyResult('No article holds these words') : found.slice(0, 5);
}

/** Notes a wish once; the same wish again gives the first answer. */
function wish(
  kind: string,
  subject: string,
  { context, answer }: { readonly context: ToolContext; readonly answer: JsonObject },
): JsonObject {
  const { wishes } = toDesk(context.world);
  const key = `${kind}/${subject}`;
  const known = wishes[key];
  if (known !== undefined) {
    context.noEffect();
    return { id: known, ...answer };
  }
  const id = context.newId(kind);
  wishes[key] = id;
  context.effect(key, { id });
  return { id, ...answer };
}

/** The case with the number asked for, or the latest one. */
function withCase(
  args: JsonObject,
  context: ToolContext,
  use: (found: DeskCase) => unknown,
): unknown {
  const { cases } = toDesk(context.world);
  const id = readText(args, 'case_id');
  const found = id === '' ? cases.at(-1) : cases.find((other) => other.id === id);
  return found === undefined ? emptyResult(`There is no case ${id}`) : use(found);
}

function toView({ id, state, owner, dueOn, notes }: DeskCase): JsonObject {
  return { case_id: id, state, owner, last_note: notes.at(-1) ?? null, due_on: dueOn };
}

function readText(args: JsonObject, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value : '';
}
