import type { RunProgress } from '../../run/run-options.ts';
import { toDollars } from '../../run/spend/describe-spend.ts';
import type { SpendMeter } from '../../run/spend/spend-meter.ts';
import type { CliIo } from './cli-io.ts';

/**
 * Shows the progress of a run on standard error: redrawn on a terminal; otherwise one line per 10 % when it takes long.
 */
export function createProgress(
  io: Pick<CliIo, 'isTerminal' | 'nowMs' | 'err' | 'redraw'>,
  meter?: Pick<SpendMeter, 'spent'>,
): { show(progress: RunProgress): void; end(): void } {
  const startMs = io.nowMs();
  let shownMs = startMs;
  let drawn = false;
  return {
    show(progress) {
      const atMs = io.nowMs();
      const pauseMs = io.isTerminal ? 100 : 10_000;
      if (atMs - shownMs < pauseMs) return;
      shownMs = atMs;
      const line = toLine(progress, atMs - startMs, toMoney(meter));
      if (io.isTerminal) io.redraw(`\r\u001B[2K${line}`);
      else io.err(`${line}\n`);
      drawn = io.isTerminal;
    },
    end() {
      if (drawn) io.redraw('\r\u001B[2K');
    },
  };
}

/** What was spent so far; empty where nothing was, or no model has a price. */
function toMoney(meter: Pick<SpendMeter, 'spent'> | undefined): string {
  const prices = (meter?.spent() ?? []).flatMap(({ price }) => price ?? []);
  if (prices.length === 0) return '';
  return ` · ${toDollars(prices.reduce((sum, price) => sum + price, 0))} so far`;
}

function toLine(progress: RunProgress, spentMs: number, money: string): string {
  const share = progress.groupsDone / progress.groups;
  const leftS = Math.ceil((spentMs / share - spentMs) / 1000);
  const rate = (1000 * progress.trialsDone) / Math.max(1, spentMs);
  const { failed, invalid } = progress;
  const percent = Math.floor(share * 100);
  const bad = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
  ];
  return [
    `${percent} %`,
    `${progress.trialsDone} trials, ${rate.toFixed(rate < 10 ? 1 : 0)} a second`,
    ...bad,
    `about ${leftS} s left${money}`,
  ].join(' · ');
}
