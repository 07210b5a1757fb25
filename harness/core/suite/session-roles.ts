import type { JsonObject } from '../../json/json.ts';

/** The roles of a session: `role`, a text, or `roles`, a list. */
export function readRoles(session: JsonObject): readonly string[] {
  const { role, roles } = session;
  const list: readonly unknown[] = Array.isArray(roles) ? roles : [role];
  return list.filter((one) => typeof one === 'string');
}

/** Whether a session has one of the roles; a tool without roles is for everyone. */
export function holdsRole(session: JsonObject, roles: readonly string[] | undefined): boolean {
  return roles === undefined || readRoles(session).some((role) => roles.includes(role));
}
