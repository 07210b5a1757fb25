import { show } from '../../core/own/definition.ts';
import { type Router, routerNames } from '../../core/suite/router.ts';
import { isJsonObject } from '../../json/json.ts';

/** Reads the routers of a suite; errors are reported with their place. */
export function readRouters(value: unknown, problems: string[]): Readonly<Record<string, Router>> {
  if (value === undefined) return {};
  if (!isJsonObject(value)) {
    problems.push(`$.routers: expected functions by name, found ${show(value)}`);
    return {};
  }
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  const routers = entries.filter((entry): entry is [string, Router] => {
    const [name, router] = entry;
    const isTaken = routerNames.some((known) => known === name);
    if (isTaken) problems.push(`$.routers: toolrig has a router "${name}"`);
    if (typeof router === 'function') return !isTaken;
    problems.push(`$.routers.${name}: expected a function, found ${show(router)}`);
    return false;
  });
  return Object.fromEntries(routers);
}
