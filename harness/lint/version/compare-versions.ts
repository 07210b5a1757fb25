import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { parseArguments } from '../../schema/judge/parse-arguments.ts';
import type { LintedTool } from '../lint-rule.ts';
import { findNarrowed } from './find-narrowed.ts';

/** A call that was recorded under the old version. */
export interface OldCall {
  readonly scenario: string;
  readonly tool: string;
  readonly argumentsText: string | null;
}

/** One difference between two versions of a tool. */
export interface VersionChange {
  /** Dotted path of a parameter; empty for the tool itself. */
  readonly field: string;
  readonly text: string;
  /** A call that was right may fail or do something else now. */
  readonly breaking: boolean;
}

/** A recorded call that was right under the old version and is refused by the new one. */
export interface RefusedCall {
  readonly scenario: string;
  readonly argumentsText: string;
  /** What the new version objects to, such as `$.limit must be at least 5`. */
  readonly why: string;
}

/** What two versions of one tool mean for calls of the old one. */
export interface ToolVerdict {
  readonly tool: string;
  readonly verdict: 'breaking' | 'compatible';
  readonly changes: readonly VersionChange[];
  /** Recorded calls of this tool that were right under the old version. */
  readonly recorded: number;
  readonly refused: readonly RefusedCall[];
}

/** The verdict of each tool that differs between two versions, by name. */
export function compareVersions(
  old: readonly LintedTool[],
  now: readonly LintedTool[],
  calls: readonly OldCall[],
): readonly ToolVerdict[] {
  const before = new Map(old.map((tool) => [tool.name, tool]));
  const after = new Map(now.map((tool) => [tool.name, tool]));
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  return names.flatMap((name) => {
    const verdict = compareTool(before.get(name), after.get(name), calls);
    return verdict === null ? [] : [verdict];
  });
}

function compareTool(
  old: LintedTool | undefined,
  now: LintedTool | undefined,
  calls: readonly OldCall[],
): ToolVerdict | null {
  const tool = old?.name ?? now?.name ?? '';
  if (old === undefined) {
    const changes = [{ field: '', text: 'is new', breaking: false }];
    return { tool, verdict: 'compatible', changes, recorded: 0, refused: [] };
  }
  const own = calls.filter((call) => call.tool === tool && refuse(call, old) === null);
  const refused = own.flatMap((call) => {
    const why = now === undefined ? 'there is no such tool any more' : refuse(call, now);
    const { scenario, argumentsText } = call;
    return why === null ? [] : [{ scenario, argumentsText: argumentsText ?? '', why }];
  });
  const changes =
    now === undefined
      ? [{ field: '', text: 'is gone', breaking: true }]
      : listChanges(old, now, refused.length > 0);
  if (changes.length === 0) return null;
  const isBreaking = refused.length > 0 || changes.some(({ breaking }) => breaking);
  const verdict = isBreaking ? 'breaking' : 'compatible';
  return { tool, verdict, changes, recorded: own.length, refused };
}

/** Why a call is refused by a tool; `null` when its arguments are accepted. */
function refuse({ argumentsText }: OldCall, tool: LintedTool): string | null {
  const owner = { parameters: tool.parameters, effect: tool.effect ?? 'read' };
  const reading = parseArguments(argumentsText, owner);
  const problems =
    reading.status === 'invalid'
      ? reading.problems
      : compileSchema(tool.parameters).validate(reading.value);
  return problems.length === 0
    ? null
    : problems.map(({ path, message }) => `${path} ${message}`).join('; ');
}

function listChanges(
  old: LintedTool,
  now: LintedTool,
  isRefused: boolean,
): readonly VersionChange[] {
  const narrowed = findNarrowed(old.parameters, now.parameters).map(({ field, message }) => ({
    field,
    text: message,
    breaking: true,
  }));
  const isOther = !isSame(withoutTexts(old.parameters), withoutTexts(now.parameters));
  const rest =
    isOther && narrowed.length === 0
      ? [
          {
            field: '',
            text: isRefused
              ? 'the parameters differ'
              : 'the parameters differ; nothing was found that they refuse now',
            breaking: false,
          },
        ]
      : [];
  return [...narrowed, ...rest, ...listTexts(old, now), ...listBehaviour(old, now)];
}

function listTexts(old: LintedTool, now: LintedTool): readonly VersionChange[] {
  const note = (text: string): VersionChange => ({ field: '', text, breaking: false });
  const isTextOnly =
    isSame(withoutTexts(old.parameters), withoutTexts(now.parameters)) &&
    !isSame(old.parameters, now.parameters);
  return [
    ...(old.description === now.description ? [] : [note('the description differs')]),
    ...(isTextOnly ? [note('texts of the parameters differ')] : []),
  ];
}

const grades = ['read', 'idempotent', 'irreversible'];
const confirmations = ['none', 'token', 'human'];

/** What the same call does now, and what comes back. */
function listBehaviour(old: LintedTool, now: LintedTool): readonly VersionChange[] {
  const change = (text: string, breaking: boolean): VersionChange => ({
    field: '',
    text,
    breaking,
  });
  const changes: VersionChange[] = [];
  if (old.effect !== null && now.effect !== null && old.effect !== now.effect) {
    const isMore = grades.indexOf(now.effect) > grades.indexOf(old.effect);
    changes.push(change(`its effect was ${old.effect} and is ${now.effect}`, isMore));
  }
  const [was = 'none', is = 'none'] = [old.confirm, now.confirm];
  if (was !== is) {
    const isMore = confirmations.indexOf(is) > confirmations.indexOf(was);
    changes.push(change(`its confirmation was ${was} and is ${is}`, isMore));
  }
  const added = (now.requires ?? []).filter((one) => old.requires?.includes(one) !== true);
  if (added.length > 0) {
    changes.push(change(`it needs the permission ${added.map(quote).join(', ')} now`, true));
  }
  return [...changes, ...listResults(old, now)];
}

function listResults(old: LintedTool, now: LintedTool): readonly VersionChange[] {
  const lost = lostResults(old.returns, now.returns);
  if (lost.length > 0) {
    const text = `its result no longer promises ${lost.map(quote).join(', ')}`;
    return [{ field: '', text, breaking: true }];
  }
  if (isSame(old.returns ?? {}, now.returns ?? {})) return [];
  return [{ field: '', text: 'the schema of its result differs', breaking: false }];
}

/** Fields that every result of the old version had, and that those of the new one need not have. */
function lostResults(old: JsonObject | null, now: JsonObject | null): readonly string[] {
  if (old === null || now === null) return [];
  const promised = (schema: JsonObject): readonly string[] => {
    const { required, properties } = schema;
    const names = isJsonObject(properties) ? Object.keys(properties) : [];
    return (Array.isArray(required) ? required.map(String) : []).filter((one) =>
      names.includes(one),
    );
  };
  const kept = promised(now);
  return promised(old).filter((name) => !kept.includes(name));
}

const texts: readonly string[] = ['description', 'title', 'examples', '$comment'];

/** A schema without what is only for readers; properties may have such names too. */
function withoutTexts(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((item: unknown) => withoutTexts(item));
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([name]) => isMap || !texts.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      ['enum', 'const', 'default'].includes(name) && !isMap
        ? value
        : withoutTexts(value, name === 'properties' && !isMap),
    ]),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return toCanonicalJson(a) === toCanonicalJson(b);
}

function quote(text: string): string {
  return `"${text}"`;
}
