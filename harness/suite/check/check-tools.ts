import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { checkSchema, findIgnored } from '../../schema/check/check-schema.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { lintSchema } from '../../schema/check/lint-schema.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import { checkStub } from './check-stub.ts';
import { listFields, readParameters } from '../load/read-parameters.ts';
import { refuseUnknownName } from './refuse-unknown-name.ts';
import { type SuiteFinding, toFinding } from '../load/suite-finding.ts';
import type { Entry, SuiteParts, ToolsetEntry } from '../load/suite-parts.ts';
import { isArgumentsSchema } from '../load/convert/to-json-schema.ts';
import { isStub } from '../load/convert/to-toolsets.ts';
import type { ToolInput } from '../input/tool-input.ts';
import type { ToolPlace } from './tool-place.ts';

/** Checks every tool: its schemas, and that each of its settings can do something. */
export function checkTools(parts: SuiteParts): readonly SuiteFinding[] {
  return parts.toolsets.flatMap((toolset) =>
    toolset.tools.flatMap((entry) => [
      ...checkParameters(entry, toolset),
      ...(entry.sound ? checkTool(toPlace(entry, toolset)) : []),
    ]),
  );
}

function label(entry: Entry<ToolInput>, toolset: ToolsetEntry): string {
  return `tool "${entry.name}" of "${toolset.name}"`;
}

function toPlace(entry: Entry<ToolInput>, toolset: ToolsetEntry): ToolPlace {
  const { value: tool, path } = entry;
  const fields = listFields(entry);
  return { tool, path, label: label(entry, toolset), fields, toolset };
}

/** Schemas are checked also in tools that are unsound otherwise. */
function checkParameters(entry: Entry<ToolInput>, toolset: ToolsetEntry): readonly SuiteFinding[] {
  const tool: unknown = entry.value;
  if (!isJsonObject(tool) || tool['parameters'] === undefined) return [];
  const name = label(entry, toolset);
  const { parameters, returns } = tool as unknown as ToolInput;
  const schema = isArgumentsSchema(parameters) ? readParameters(entry.value) : parameters;
  const path = `${entry.path}.parameters`;
  const isTold = schema === null && isArgumentsSchema(parameters);
  const problems = isTold ? [] : checkSchema(schema, path);
  return [
    ...problems.map((problem) => toFinding(problem, name)),
    ...(problems.length === 0 && schema !== null ? lintSchema(schema, path) : []).map(
      (problem): SuiteFinding => ({ ...toFinding(problem, name), severity: 'warning' }),
    ),
    ...(returns === undefined || isArgumentsSchema(returns)
      ? []
      : checkReturns(returns, `${entry.path}.returns`, name)),
  ];
}

function checkReturns(schema: JsonObject, path: string, name: string): readonly SuiteFinding[] {
  return [
    ...checkSchema(schema, path, 'any').map((problem) => toFinding(problem, name)),
    ...findIgnored(schema, path).map((problem): SuiteFinding => ({
      ...toFinding(problem, name),
      severity: 'warning',
    })),
  ];
}

function checkTool(place: ToolPlace): readonly SuiteFinding[] {
  return [
    ...checkFields(place),
    ...checkConfirm(place),
    ...checkReconcile(place),
    ...checkFallback(place),
    ...checkBackEnd(place),
    ...checkExample(place),
    ...checkDescription(place),
    ...(isStub(place.tool) ? checkStub(place, place.tool) : checkHandled(place)),
  ];
}

function checkFields({ tool, path, label: owner, fields }: ToolPlace): readonly SuiteFinding[] {
  const where = `in the parameters of ${owner}`;
  const keys = (tool.keyFields ?? []).map((name, index) => ({
    name,
    path: toJsonPath(['keyFields', index], path),
  }));
  const rules = Object.keys(tool.coerce ?? {}).map((name) => ({
    name,
    path: toJsonPath(['coerce', name], path),
  }));
  return [...keys, ...rules].flatMap((use) =>
    refuseUnknownName({ ...use, what: 'field', known: fields, where }),
  );
}

function checkConfirm({ tool, path, label: owner, fields }: ToolPlace): readonly SuiteFinding[] {
  const at = `${path}.confirm`;
  const findings: SuiteFinding[] = [];
  const { confirm = 'none', effect } = tool;
  if (confirm !== 'none' && effect === 'read') {
    const message = `${owner} is a read, and there is nothing to confirm`;
    findings.push({ code: 'confirm_on_read', path: at, message });
  }
  if (confirm === 'token' && !fields.includes('confirm_token')) {
    findings.push({
      code: 'no_confirm_token',
      path: at,
      message: `${owner} is confirmed by token, and the model has no field to send it in`,
      expected: 'a text field "confirm_token" in "parameters", not required',
      found: fields.join(', ') || 'no fields',
    });
  }
  if (confirm !== 'token' && tool.preview !== undefined) {
    const message = `${owner} has a preview that no call can request`;
    const remedy = 'Write confirm: token, or leave the preview out';
    findings.push({ code: 'unused_setting', path: `${path}.preview`, message, remedy });
  }
  return [...findings, ...checkTokenRequired(tool, at, owner)];
}

/** A preview is a call without the token, so the schema must allow one. */
function checkTokenRequired(tool: ToolInput, path: string, owner: string): readonly SuiteFinding[] {
  const required = readParameters(tool)?.['required'];
  const asks = Array.isArray(required) && required.includes('confirm_token');
  if (tool.confirm !== 'token' || !asks) return [];
  const message = `${owner} requires "confirm_token", so that no preview can ever be asked for`;
  const remedy = 'Take it out of "required"';
  return [{ code: 'token_required', path, message, remedy }];
}

function checkReconcile({ tool, path, label: owner, toolset }: ToolPlace): readonly SuiteFinding[] {
  const { reconcile } = tool;
  if (reconcile === undefined) return [];
  const at = `${path}.reconcile.tool`;
  const known = toolset.tools.map((one) => one.name);
  const unknown = refuseUnknownName({
    what: 'tool',
    name: reconcile.tool,
    path: at,
    known,
    where: `in toolset "${toolset.name}"`,
  });
  const target = toolset.tools.find((one) => one.name === reconcile.tool);
  if (target === undefined || !target.sound || target.value.effect === 'read') return unknown;
  return [
    {
      code: 'reconcile_by_write',
      path: at,
      message: `${owner} is read back by "${reconcile.tool}", which is a write itself`,
      expected: 'a tool with effect "read"',
      found: target.value.effect,
    },
  ];
}

function checkFallback({ tool, path, label: owner, toolset }: ToolPlace): readonly SuiteFinding[] {
  const { fallback } = tool;
  if (fallback === undefined) return [];
  const at = `${path}.fallback`;
  if (tool.effect !== 'read') {
    const message = `${owner} is a write, and a write is never done by another tool in its place`;
    return [{ code: 'fallback_of_write', path: at, message, found: tool.effect, expected: 'read' }];
  }
  const others = toolset.tools.filter((one) => one.sound && one.name !== tool.name);
  const known = others.filter((one) => one.value.effect === 'read').map((one) => one.name);
  const where = `among the other reads of "${toolset.name}"`;
  return refuseUnknownName({ what: 'tool', name: fallback, path: at, known, where });
}

/** The key of an effect that is only believed needs a service that it is believed of. */
function checkBackEnd({ tool, path, label: owner, fields }: ToolPlace): readonly SuiteFinding[] {
  if (tool.effectKey === undefined) return [];
  const at = `${path}.effectKey`;
  if (tool.backEnd === undefined || tool.effect === 'read') {
    const why = tool.effect === 'read' ? 'is a read' : 'has no back end';
    return [
      { code: 'unused_setting', path: at, message: `${owner} ${why}, so "effectKey" does nothing` },
    ];
  }
  return tool.effectKey.flatMap((name, index) =>
    refuseUnknownName({
      what: 'field',
      name,
      path: toJsonPath(['effectKey', index], path),
      known: fields,
      where: `in the parameters of ${owner}`,
    }),
  );
}

function checkExample({ tool, path, label: owner }: ToolPlace): readonly SuiteFinding[] {
  const schema = readParameters(tool);
  const isSound = schema !== null && checkSchema(schema, '$').length === 0;
  if (tool.example === undefined || !isSound) return [];
  return compileSchema(schema)
    .validate(tool.example)
    .map((problem) => ({
      ...toFinding(problem, `the example of ${owner}`),
      code: 'bad_example',
      path: `${path}.example${problem.path.slice(1)}`,
    }));
}

function checkDescription({ tool, path, label: owner }: ToolPlace): readonly SuiteFinding[] {
  if (tool.description.trim() !== '') return [];
  const message = `${owner} has no description, so the model knows its name only`;
  return [{ code: 'no_description', severity: 'warning', path: `${path}.description`, message }];
}

/** Tools with a handler: settings that only tools as data have do nothing there. */
function checkHandled({ tool, path, label: owner }: ToolPlace): readonly SuiteFinding[] {
  const settings = tool as unknown as Readonly<Record<string, JsonValue | undefined>>;
  const findings: SuiteFinding[] = [];
  for (const name of ['results', 'effects']) {
    if (settings[name] === undefined) continue;
    const message = `${owner} has a handler, so "${name}" does nothing`;
    findings.push({ code: 'unused_setting', path: `${path}.${name}`, message });
  }
  if (tool.confirm === 'token' && typeof tool.preview !== 'function') {
    findings.push({
      code: 'no_preview',
      path: `${path}.confirm`,
      message: `${owner} is confirmed by token, and has no preview to show before`,
      expected: 'a function "preview" that shows what the call would do and changes nothing',
    });
  }
  return findings;
}
