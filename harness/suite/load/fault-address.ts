import type { FaultAddress } from '../../core/suite/fault.ts';

/** Deliveries to a tool. */
export interface ToolTarget {
  /** The nth delivery to the tool, counted from 1; `'*'` = each of them. */
  call(n: number | '*'): FaultAddress;
}

/** Requests to the model. */
export interface ModelTarget {
  /** The nth turn, counted from 1; `'*'` = each of them. */
  turn(n: number | '*'): ModelTurn;
}

/** A turn of the model: its first attempt, unless `attempt` says another. */
export interface ModelTurn {
  readonly address: FaultAddress;
  /** The mth attempt of the turn, counted from 1; `'*'` = each of them. */
  attempt(m: number | '*'): FaultAddress;
}

/** Names a place at a tool: `tool('refund').call(1)`. */
export function tool(name: string): ToolTarget {
  return { call: (n) => ({ on: 'tool', tool: name, call: n }) };
}

/** Names a place at the model: `model.turn(2)`, `model.turn(2).attempt(1)`. */
export const model: ModelTarget = {
  turn: (turn) => ({
    address: { on: 'model', turn, attempt: 1 },
    attempt: (attempt) => ({ on: 'model', turn, attempt }),
  }),
};

/** Reads a place written as text: `tool(refund).call(1)`, `model.turn(2).attempt(*)`; `null` when it is none. */
export function parseFaultAddress(text: string): FaultAddress | null {
  const atTool = /^tool\((.+)\)\.call\((\d+|\*|'\*')\)$/.exec(text.trim());
  if (atTool !== null) {
    const [, name = '', count = ''] = atTool;
    return { on: 'tool', tool: name.replace(/^(['"])(.*)\1$/, '$2'), call: toCount(count) };
  }
  const count = String.raw`\((\d+|\*|'\*')\)`;
  const atModel = new RegExp(`^model\\.turn${count}(?:\\.attempt${count})?$`).exec(text.trim());
  if (atModel === null) return null;
  const [, turn = '', attempt = '1'] = atModel;
  return { on: 'model', turn: toCount(turn), attempt: toCount(attempt) };
}

/** A place as text, as used in the names of faults: `refund.1`, `model.2`, `model.2.3`. */
export function nameFaultAddress(address: FaultAddress): string {
  if (address.on === 'tool') return `${address.tool}.${address.call}`;
  return address.attempt === 1
    ? `model.${address.turn}`
    : `model.${address.turn}.${address.attempt}`;
}

function toCount(text: string): number | '*' {
  return text.includes('*') ? '*' : Number(text);
}
