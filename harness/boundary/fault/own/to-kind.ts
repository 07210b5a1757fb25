import { show } from '../../../core/own/definition.ts';
import type { OwnFault } from '../../../core/own/own-fault.ts';
import { RigError } from '../../../core/rig-error.ts';
import { exitCodes } from '../../../core/run.ts';
import type { Fault } from '../../../core/suite/fault.ts';
import type { FaultKind, ModelStrikeBody, StrikeContext, ToolStrikeBody } from '../fault-kind.ts';
import { findFaultKind } from '../registry.ts';

/** The kind of a fault: the team's own, which it brings along, else one of the catalogue; `null` when there is none. */
export function kindOf(fault: Fault): FaultKind | null {
  const { own, inject, address } = fault;
  if (own === undefined) return findFaultKind(inject.kind, address.on);
  return own.on === address.on ? toKind(own, fault) : null;
}

function toKind(own: OwnFault, fault: Fault): FaultKind {
  const { strike: _strike, check: _check, on: _on, ...described } = own;
  if (own.on === 'tool') {
    return {
      ...described,
      on: 'tool',
      layer: 'tool',
      parameters: [],
      strike: (context) =>
        run<ToolStrikeBody>(own, toolStrikes, () => own.strike(toOwn(context, fault))),
    };
  }
  return {
    ...described,
    on: 'model',
    layer: 'output',
    parameters: [],
    strike: (context) =>
      run<ModelStrikeBody>(own, modelStrikes, () => own.strike(toOwn(context, fault))),
  };
}

type OwnContext = Parameters<OwnFault['strike']>[0];

function toOwn({ fault: name, random }: StrikeContext, { inject }: Fault): OwnContext {
  return { fault: name, inject, random };
}

const toolStrikes: ReadonlySet<string> = new Set<ToolStrikeBody['type']>([
  'lose_request',
  'lose_response',
  'late_response',
  'slow',
  'deliver_twice',
  'fail_before',
  'fail_after',
  'replace_result',
]);

const modelStrikes: ReadonlySet<string> = new Set<ModelStrikeBody['type']>([
  'replace',
  'transform',
  'edit_calls',
]);

/** What a kind of a team's own does is a fault of the harness when it breaks, never of the agent under test. */
function run<Body extends { readonly type: string }>(
  { kind }: OwnFault,
  known: ReadonlySet<string>,
  work: () => Body,
): Body {
  const refuse = (detail: string, cause?: unknown): RigError =>
    new RigError('FAULT_FAILED', `Fault kind "${kind}": ${detail}`, {
      exitCode: exitCodes.invalid,
      cause,
    });
  let body: Body;
  try {
    body = work();
  } catch (error) {
    throw refuse(`it threw: ${error instanceof Error ? error.message : String(error)}`, error);
  }
  const type: unknown = typeof body === 'object' && body !== null ? body.type : undefined;
  if (typeof type === 'string' && known.has(type)) return body;
  throw refuse(`it gave ${show(body)}: expected a strike of type ${[...known].join(', ')}`);
}
