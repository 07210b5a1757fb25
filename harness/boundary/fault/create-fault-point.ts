import type { Exchange } from '../../core/talk/exchange.ts';
import type {
  Fault,
  FaultAddress,
  FaultPlan,
  FaultPoint,
  FaultRecord,
  ModelStrike,
  ToolStrike,
} from '../../core/suite/fault.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import type { WireForm } from '../../core/talk/wire-form.ts';
import { createRandom } from '../../core/random.ts';
import { RigError } from '../../core/rig-error.ts';
import type { FaultKind, StrikeContext } from './fault-kind.ts';
import { readValues, type FaultValues } from './kind/read-values.ts';
import { kindOf } from './own/to-kind.ts';

/** A fault point that remembers what it handed out. */
export interface RecordingFaultPoint extends FaultPoint {
  /** The record of each fault so far. `noticed` and `handled` are filled in from the transcript. */
  records(): readonly FaultRecord[];
}

interface Armed {
  readonly fault: Fault;
  readonly kind: FaultKind;
  readonly values: FaultValues;
  /** Places where the fault struck; each place counts once, however often it is requested. */
  readonly places: Set<string>;
}

/**
 * Creates the fault point of one trial.
 *
 * @throws RigError `FAULT_UNKNOWN` or `FAULT_INVALID` when the plan names a fault that cannot strike.
 */
export function createFaultPoint(
  plan: FaultPlan,
  options: { readonly seed: string },
): RecordingFaultPoint {
  const armed = plan.faults.map(arm);
  const deliveries = new Map<string, number>();
  const contextOf = (entry: Armed, place: string): StrikeContext => ({
    fault: entry.fault.name,
    values: entry.values,
    random: createRandom(`${options.seed}/${plan.name}/${entry.fault.name}/${place}`),
  });
  return {
    atModel: (turn, attempt) => {
      const place = `${turn}/${attempt}`;
      return armed.flatMap((entry): readonly ModelStrike[] => {
        const { kind, fault } = entry;
        if (kind.on !== 'model' || !strikesModel(fault.address, turn, attempt)) return [];
        const spoils = kind.spoils === true ? ({ spoils: true } as const) : {};
        const strike = { ...kind.strike(contextOf(entry, place)), ...toName(entry), ...spoils };
        return [countStruck(strike, entry, place)];
      });
    },
    atTool: (tool) => {
      const call = (deliveries.get(tool) ?? 0) + 1;
      deliveries.set(tool, call);
      const place = `${tool}/${call}`;
      return armed.flatMap((entry): readonly ToolStrike[] => {
        if (entry.kind.on !== 'tool' || !strikesTool(entry.fault.address, tool, call)) return [];
        const strike = { ...entry.kind.strike(contextOf(entry, place)), ...toName(entry) };
        return [countToolStrike(strike, entry, place)];
      });
    },
    records: () => armed.map(toRecord),
  };
}

function arm(fault: Fault): Armed {
  const kind = kindOf(fault);
  if (kind === null) {
    throw new RigError(
      'FAULT_UNKNOWN',
      `Cannot inject fault "${fault.name}": there is no kind "${fault.inject.kind}" at the ${fault.address.on} boundary`,
    );
  }
  // A kind of the team's own reads its parameters itself.
  const inject = fault.own === undefined ? fault.inject : { kind: fault.inject.kind };
  const values = readValues(inject, kind.parameters);
  if (!values.ok) {
    const detail = values.error
      .map((problem) => `"${problem.field}" must be ${problem.expected}`)
      .join('; ');
    throw new RigError('FAULT_INVALID', `Cannot inject fault "${fault.name}": ${detail}`);
  }
  return { fault, kind, values: values.value, places: new Set() };
}

function toName(entry: Armed): { readonly fault: string; readonly kind: string } {
  return { fault: entry.fault.name, kind: entry.kind.kind };
}

/** Counts a strike when it changed something: an edit that did not fit (`null`, or the same answer) did not strike. */
function countStruck(strike: ModelStrike, entry: Armed, place: string): ModelStrike {
  switch (strike.type) {
    case 'replace':
      entry.places.add(place);
      return strike;
    case 'transform':
      return {
        ...strike,
        apply: (exchange: Exchange, wire: WireForm) => {
          const changed = strike.apply(exchange, wire);
          if (changed !== exchange) entry.places.add(place);
          return changed;
        },
      };
    case 'edit_calls':
      return {
        ...strike,
        apply: (calls: readonly SaidCall[]) => {
          const edited = strike.apply(calls);
          if (edited !== null) entry.places.add(place);
          return edited;
        },
      };
  }
}

/** A result that did not change was not struck. */
function countToolStrike(strike: ToolStrike, entry: Armed, place: string): ToolStrike {
  if (strike.type !== 'replace_result') {
    entry.places.add(place);
    return strike;
  }
  return {
    ...strike,
    apply: (outcome, fits) => {
      const changed = strike.apply(outcome, fits);
      if (changed !== outcome) entry.places.add(place);
      return changed;
    },
  };
}

function strikesModel(address: FaultAddress, turn: number, attempt: number): boolean {
  if (address.on !== 'model') return false;
  return isAt(address.turn, turn) && isAt(address.attempt, attempt);
}

function strikesTool(address: FaultAddress, tool: string, call: number): boolean {
  if (address.on !== 'tool') return false;
  return (address.tool === '*' || address.tool === tool) && isAt(address.call, call);
}

function isAt(wanted: number | '*', count: number): boolean {
  return wanted === '*' || wanted === count;
}

function toRecord(entry: Armed): FaultRecord {
  return {
    name: entry.fault.name,
    kind: entry.kind.kind,
    address: entry.fault.address,
    inject: entry.fault.inject,
    fired: entry.places.size,
    noticed: false,
    handled: null,
  };
}
