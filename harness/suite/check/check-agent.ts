import { toJsonPath } from '../../json/to-json-path.ts';
import type { AgentObject } from '../input/agent-input.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';
import type { SuiteParts } from '../load/suite-parts.ts';
import { refuseUnknownName } from './refuse-unknown-name.ts';
import { toVariantUses, usesOf } from './variant-use.ts';

const ofCommand = ['input', 'cwd', 'env', 'inherit'] as const;

/** Checks agents outside of the process: a command or a service, and what takes as many turns as scenarios have. */
export function checkAgents(parts: SuiteParts): readonly SuiteFinding[] {
  const { agent } = parts.suite;
  const own =
    parts.isSound('$.agent') && isDescribed(agent) ? checkAgent(agent, '$.agent', parts) : [];
  const variants = parts.variants.flatMap(({ sound, value, path }) =>
    sound && isDescribed(value.agent) ? checkAgent(value.agent, `${path}.agent`, parts) : [],
  );
  return [...own, ...variants, ...checkTurns(parts)];
}

/** Whether an agent is described, and is not a function. */
function isDescribed(agent: unknown): agent is AgentObject {
  return typeof agent === 'object' && agent !== null;
}

function checkAgent(agent: AgentObject, path: string, parts: SuiteParts): readonly SuiteFinding[] {
  const { command, url } = agent;
  if (command === undefined && url === undefined) {
    const message = 'the agent is neither a command nor a service';
    const remedy = 'Write "command" (a program and its arguments), or "url"';
    return [{ code: 'missing_required', path, message, remedy }];
  }
  if (command !== undefined && url !== undefined) {
    const message = 'the agent has both "command" and "url"';
    return [{ code: 'contradiction', path, message, remedy: 'Leave one of them out' }];
  }
  const idle = url === undefined ? (['header'] as const) : ofCommand;
  const kind = url === undefined ? 'a command' : 'a service';
  return [
    ...(url === undefined ? [] : checkUrl(url, `${path}.url`)),
    ...checkRoutes(agent.routes ?? {}, `${path}.routes`, parts),
    ...idle
      .filter((name) => agent[name] !== undefined)
      .map((name) => ({
        code: 'unused_setting',
        path: `${path}.${name}`,
        message: `the agent is ${kind}, so "${name}" does nothing`,
      })),
  ];
}

const routeForm = /^(?:GET|POST|PUT|PATCH|DELETE) \/[^\s?#]*$/u;

function checkRoutes(
  routes: Readonly<Record<string, string>>,
  path: string,
  { toolsets }: SuiteParts,
): readonly SuiteFinding[] {
  const known = [...new Set(toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)))];
  return Object.entries(routes).flatMap(([route, name]): readonly SuiteFinding[] => {
    const at = toJsonPath([route], path);
    if (routeForm.test(route)) return refuseUnknownName({ what: 'tool', name, path: at, known });
    const expected =
      'a method and a path, such as "POST /v1/refunds" or "GET /v1/orders/{order_id}"';
    const message = 'this is not a route of a service';
    return [{ code: 'bad_route', path: at, message, expected, found: route }];
  });
}

function checkUrl(text: string, path: string): readonly SuiteFinding[] {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isHttp && url.username === '' && url.password === '') return [];
  const expected = 'a URL that begins with http:// or https://, without a name and a password';
  return [
    { code: 'bad_url', path, message: 'the agent cannot be reached there', expected, found: text },
  ];
}

/** One process takes one turn, unless they come line by line. */
function checkTurns(parts: SuiteParts): readonly SuiteFinding[] {
  const uses = toVariantUses(parts);
  return parts.scenarios
    .filter(({ sound }) => sound)
    .flatMap(({ value, path, name }) => {
      const turns = typeof value.user === 'string' ? 1 : value.user.length;
      if (turns === 1) return [];
      const single = usesOf(value, uses).find(
        ({ agent }) => isDescribed(agent) && agent.command !== undefined && agent.input !== 'jsonl',
      );
      if (single === undefined) return [];
      const message = `scenario "${name}" has ${turns} turns of the user, and the agent of variant "${single.name}" takes one`;
      const remedy = 'Let it read lines of JSON, with "input": "jsonl"';
      return [{ code: 'agent_takes_one_turn', path: `${path}.user`, message, remedy }];
    });
}
