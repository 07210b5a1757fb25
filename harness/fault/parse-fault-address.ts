import type { FaultAddress } from '../core/fault.ts';
import type { Result } from '../core/result.ts';

const toolForm = /^tool\((?<quote>['"]?)(?<tool>.+?)\k<quote>\)(?:\.call\((?<call>[^)]*)\))?$/u;
const modelForm = /^model\.turn\((?<turn>[^)]*)\)(?:\.attempt\((?<attempt>[^)]*)\))?$/u;

/**
 * Reads where a fault strikes: `tool(refund).call(1)`, `tool(*).call(*)`, `model.turn(2)`,
 * `model.turn(2).attempt(1)`. What is left out is 1; `*` stands for every one.
 */
export function parseFaultAddress(text: string): Result<FaultAddress, string> {
  const onTool = toolForm.exec(text)?.groups;
  if (onTool !== undefined) {
    const call = readCount(onTool['call']);
    const tool = onTool['tool'] ?? '';
    if (call !== null) return { ok: true, value: { on: 'tool', tool, call } };
  }
  const onModel = modelForm.exec(text)?.groups;
  if (onModel !== undefined) {
    const turn = readCount(onModel['turn']);
    const attempt = readCount(onModel['attempt']);
    if (turn !== null && attempt !== null)
      return { ok: true, value: { on: 'model', turn, attempt } };
  }
  const error = `Cannot read fault address "${text}": expected "tool(NAME).call(N)" or "model.turn(N).attempt(N)" with N from 1 or *`;
  return { ok: false, error };
}

/** The address as text, in the form that is read. */
export function toFaultAddressText(address: FaultAddress): string {
  return address.on === 'tool'
    ? `tool(${address.tool}).call(${address.call})`
    : `model.turn(${address.turn}).attempt(${address.attempt})`;
}

/** `null` when it is neither a count from 1 nor `*`. */
function readCount(text: string | undefined): number | '*' | null {
  if (text === undefined) return 1;
  if (text === '*') return '*';
  return /^[1-9][0-9]{0,8}$/u.test(text) ? Number(text) : null;
}
