import { argumentFaults } from './kind/argument-faults.ts';
import { callFaults } from './kind/call-faults.ts';
import { deliveryFaults } from './kind/delivery-faults.ts';
import type { FaultKind } from './fault-kind.ts';
import { httpFaults } from './kind/http-faults.ts';
import { networkFaults } from './kind/network-faults.ts';
import { replyFaults } from './kind/reply-faults.ts';
import { resultFaults } from './kind/result-faults.ts';
import { streamFaults } from './kind/stream-faults.ts';

/** Every kind of fault, by its name. */
export const faultKinds: Readonly<Record<string, FaultKind>> = Object.fromEntries(
  [
    ...networkFaults,
    ...httpFaults,
    ...streamFaults,
    ...argumentFaults,
    ...callFaults,
    ...replyFaults,
    ...deliveryFaults,
    ...resultFaults,
  ].map((kind) => [kind.kind, kind]),
);

/** Other names for kinds at the tool boundary, so that the common names of a fault work there. */
export const toolAliases: Readonly<Record<string, string>> = {
  timeout: 'timeout_before',
  lost_before_commit: 'timeout_before',
  lost_after_commit: 'timeout_after',
  http: 'http_before',
  unavailable: 'http_before',
  refused: 'tool_refused',
  rate_limited: 'tool_rate_limited',
  slow: 'slow_tool',
};

/** Finds a kind by its name or alias; `null` when there is none at that boundary. */
export function findFaultKind(name: string, on: FaultKind['on']): FaultKind | null {
  const resolved = on === 'tool' && Object.hasOwn(toolAliases, name) ? toolAliases[name] : name;
  if (resolved === undefined || !Object.hasOwn(faultKinds, resolved)) return null;
  const kind = faultKinds[resolved];
  return kind?.on === on ? kind : null;
}
