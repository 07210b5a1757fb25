import type { Clock } from '../../../core/trial/clock.ts';
import type { ToolStrike } from '../../../core/suite/fault.ts';
import type { JsonValue } from '../../../json/json.ts';
import type { ToolError } from '../../../core/trial/tool-error.ts';
import type { HandlerRun } from './run-handler.ts';
import { waitFor, type Wait } from './wait-for.ts';

/** One delivery of a call, ready to be run. */
export interface Delivery {
  readonly clock: Clock;
  readonly wait: Wait;
  /** Passes the call to the service once more; the first time is the delivery itself. */
  run(): HandlerRun | Promise<HandlerRun>;
  /** Called when the caller stops waiting: returns the outcome for the caller. */
  giveUp(): HandlerRun;
  /** Whether a value fits the output schema of the tool. */
  fits(value: JsonValue): boolean;
  /** Records that a fault struck. */
  note(strike: ToolStrike): void;
}

/** Delivers a call through the fault point: the first strike that affects the delivery decides, and results are replaced last. */
export async function deliverStruck(
  delivery: Delivery,
  strikes: readonly ToolStrike[],
): Promise<HandlerRun> {
  const strike = strikes.find((candidate) => candidate.type !== 'replace_result');
  const run = await (strike === undefined ? runInTime(delivery) : deliverBy(delivery, strike));
  return replaceResult(delivery, strikes, run);
}

async function deliverBy(delivery: Delivery, strike: ToolStrike): Promise<HandlerRun> {
  delivery.note(strike);
  switch (strike.type) {
    case 'lose_request':
      return await waitInVain(delivery);
    case 'lose_response':
      inBackground(delivery.run());
      return await waitInVain(delivery);
    case 'late_response':
      inBackground(runAfter(delivery, delivery.wait.timeoutMs + strike.delayMs));
      return await waitInVain(delivery);
    case 'slow':
      return await inTime(delivery, runAfter(delivery, strike.delayMs));
    case 'deliver_twice':
      return await runTwice(delivery);
    case 'fail_before':
      return fail(strike.error, null);
    case 'fail_after':
      return fail(strike.error, await runInTime(delivery));
    case 'replace_result':
    default:
      return await runInTime(delivery);
  }
}

async function runInTime(delivery: Delivery): Promise<HandlerRun> {
  return await inTime(delivery, delivery.run());
}

async function inTime(
  delivery: Delivery,
  run: HandlerRun | Promise<HandlerRun>,
): Promise<HandlerRun> {
  if (!(run instanceof Promise)) return run;
  return (await waitFor(run, delivery.wait)) ?? delivery.giveUp();
}

async function waitInVain(delivery: Delivery): Promise<HandlerRun> {
  const { clock, timeoutMs, signal } = delivery.wait;
  if (timeoutMs > 0) await clock.sleep(timeoutMs, signal);
  return delivery.giveUp();
}

async function runAfter(delivery: Delivery, delayMs: number): Promise<HandlerRun> {
  if (delayMs > 0) await delivery.clock.sleep(delayMs);
  return await delivery.run();
}

async function runTwice(delivery: Delivery): Promise<HandlerRun> {
  const first = await runInTime(delivery);
  await runInTime(delivery);
  return first;
}

function fail(error: ToolError, run: HandlerRun | null): HandlerRun {
  return { outcome: { status: 'error', error }, executed: run?.executed ?? null, worked: false };
}

/** The promise is not awaited, so its rejection is ignored. */
function inBackground(run: HandlerRun | Promise<HandlerRun>): void {
  if (run instanceof Promise) run.catch(() => undefined);
}

function replaceResult(
  delivery: Delivery,
  strikes: readonly ToolStrike[],
  run: HandlerRun,
): HandlerRun {
  let { outcome } = run;
  // A call that timed out has no result that could be replaced.
  if (outcome.status === 'timeout') return run;
  for (const strike of strikes) {
    if (strike.type !== 'replace_result') continue;
    const changed = strike.apply(outcome, (value) => delivery.fits(value));
    if (changed === outcome) continue;
    delivery.note(strike);
    outcome = changed;
  }
  return outcome === run.outcome ? run : { ...run, outcome };
}
