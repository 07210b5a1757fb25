import fc from 'fast-check';
import { expect, it } from 'vitest';
import { referenceLoop } from '../core/suite/loop-settings.ts';
import { LoopGuard, type GuardStop, type SeenCall } from './loop-guard.ts';

const call = fc.record({
  name: fc.constantFrom('a', 'b'),
  said: fc.constantFrom('a:1', 'a:2', 'b:1'),
  result: fc.constantFrom('x', 'y'),
  wrote: fc.boolean(),
  polling: fc.constant(false),
});
const turns = fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { maxLength: 12 });

function watch(seen: readonly (readonly SeenCall[])[]): readonly (GuardStop | null)[] {
  const guard = new LoopGuard(referenceLoop.guards);
  return seen.map((turn) => guard.see(turn));
}

it('B080: turns without calls add nothing', () => {
  fc.assert(
    fc.property(turns, (seen) => {
      const guard = new LoopGuard(referenceLoop.guards);
      const verdicts = seen.map((turn) => {
        guard.see([]);
        return guard.see(turn);
      });
      expect(verdicts).toEqual(watch(seen));
    }),
  );
});

it('a stop is a fact: the turns before it are there', () => {
  fc.assert(
    fc.property(turns, (seen) => {
      const at = watch(seen).findIndex((stop) => stop !== null);
      const stop = watch(seen)[at];
      if (stop === undefined || stop === null) return;
      const signatures = seen.slice(0, at + 1).map(toSignature);
      if (stop.guard === 'repeat') expect(new Set(signatures.slice(-3)).size).toBe(1);
      if (stop.guard === 'cycle') expect(findPeriod(signatures)).toBeGreaterThan(1);
      if (stop.guard === 'noProgress') expect(newResults(seen.slice(0, at + 1))).toBe(0);
    }),
  );
});

it('polling calls are never counted, doubles in one batch once', () => {
  const poll: SeenCall = { name: 'p', said: 'p', result: '10%', wrote: false, polling: true };
  expect(watch(Array.from({ length: 9 }, () => [poll]))).toEqual(
    Array.from({ length: 9 }, () => null),
  );
  const read = { ...poll, polling: false };
  expect(watch([[read, read, read, read], [read]]).map((stop) => stop?.guard)).toEqual([
    undefined,
    undefined,
  ]);
});

function toSignature(turn: readonly SeenCall[]): string {
  return [...new Set(turn.map(({ said, result }) => `${said} ${result}`))].sort().join();
}

function findPeriod(signatures: readonly string[]): number {
  for (let period = 2; period <= 4; period += 1) {
    const last = signatures.slice(-3 * period);
    if (last.length === 3 * period && last.every((one, index) => one === last[index % period]))
      return period;
  }
  return 0;
}

/** Results in the last three turns that no turn before them had. */
function newResults(seen: readonly (readonly SeenCall[])[]): number {
  const name = ({ name: tool, result }: SeenCall): string => `${tool} ${result}`;
  const before = new Set(seen.slice(0, -3).flat().map(name));
  return seen
    .slice(-3)
    .flat()
    .filter((one) => !before.has(name(one))).length;
}
