import { checkMatchers } from './expected/check-matcher.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import type { ToolPlace } from './tool-place.ts';
import { refuseUnknownName } from './refuse-unknown-name.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';
import type { StubToolInput } from '../input/tool-input.ts';

/** Checks what only tools as data have: results that can be reached, an effects rule of known fields. */
export function checkStub(place: ToolPlace, tool: StubToolInput): readonly SuiteFinding[] {
  return [
    ...checkResults(place, tool),
    ...checkEffects(place, tool),
    ...checkReadBack(place, tool),
    ...(tool.results === undefined && tool.effect === 'read' ? [warnOfMute(place)] : []),
  ];
}

function warnOfMute({ path, label }: ToolPlace): SuiteFinding {
  return {
    code: 'no_results',
    severity: 'warning',
    path: `${path}.results`,
    message: `${label} is a read without results and without a handler, so it only says { done: true }`,
    remedy: 'Write results: [{ give: ... }], or status: empty with its meaning',
  };
}

function checkResults(
  { path, label, fields }: ToolPlace,
  tool: StubToolInput,
): readonly SuiteFinding[] {
  return (tool.results ?? []).flatMap((result, index) => {
    const at = toJsonPath(['results', index], path);
    return [
      ...Object.keys(result.when ?? {}).flatMap((name) =>
        refuseUnknownName({
          what: 'field',
          name,
          path: toJsonPath(['when', name], at),
          known: fields,
          where: `in the parameters of ${label}`,
        }),
      ),
      ...checkMatchers(result.when, `${at}.when`, 'value'),
      ...checkStatus(result, at, label),
    ];
  });
}

type StubResult = NonNullable<StubToolInput['results']>[number];

function checkStatus(result: StubResult, path: string, label: string): readonly SuiteFinding[] {
  const { status = 'success', error, meaning, give } = result;
  const isFailure = status === 'denied' || status === 'error';
  const unused = [
    ...(error !== undefined && !isFailure ? ['error'] : []),
    ...(meaning !== undefined && status !== 'empty' ? ['meaning'] : []),
    ...(give !== undefined && isFailure ? ['give'] : []),
  ];
  return unused.map((name) => ({
    code: 'unused_setting',
    path: `${path}.${name}`,
    message: `a result of ${label} with status "${status}" has no use for "${name}"`,
  }));
}

function checkEffects(
  { path, label, fields }: ToolPlace,
  tool: StubToolInput,
): readonly SuiteFinding[] {
  const { effects, effect } = tool;
  if (effects === undefined) return [];
  const unknown = effects.key.flatMap((name, index) =>
    refuseUnknownName({
      what: 'field',
      name,
      path: toJsonPath(['effects', 'key', index], path),
      known: fields,
      where: `in the parameters of ${label}`,
    }),
  );
  if (effect !== 'read') return unknown;
  const message = `${label} is a read, and a read has no effects`;
  return [...unknown, { code: 'effects_of_read', path: `${path}.effects`, message }];
}

function checkReadBack({ path, label }: ToolPlace, tool: StubToolInput): readonly SuiteFinding[] {
  const { reconcile } = tool;
  const happened = checkMatchers(reconcile?.happened, `${path}.reconcile.happened`, 'template');
  const missing = (['arguments', 'happened'] as const).filter(
    (name) => reconcile !== undefined && reconcile[name] === undefined,
  );
  return [
    ...happened,
    ...missing.map((name) => ({
      code: 'missing_required',
      path: `${path}.reconcile.${name}`,
      message: `${label} cannot be read back without "${name}"`,
    })),
  ];
}
