import type { RunProgress } from '../../run/run-options.ts';
import type { CliIo } from './cli-io.ts';

/**
 * Shows the progress of a run on standard error: redrawn on a terminal; otherwise one line per 10 % when it takes long.
 */
export function createProgress(io: CliIo): { show(progress: RunProgress): void; end(): void } {
  const startMs = io.nowMs();
  let shownMs = startMs;
  let drawn = false;
  return {
    show(progress) {
      const atMs = io.nowMs();
      const pauseMs = io.isTerminal ? 100 : 10_000;
      if (atMs - shownMs < pauseMs) return;
      shownMs = atMs;
      const line = toLine(progress, atMs - startMs);
      if (io.isTerminal) io.redraw(`\r\u001B[2K${line}`);
      else io.err(`${line}\n`);
      drawn = io.isTerminal;
    },
    end() {
      if (drawn) io.redraw('\r\u001B[2K');
    },
  };
}

function toLine(progress: RunProgress, spentMs: number): string {
  const share = progress.groupsDone / progress.groups;
  const leftS = Math.ceil((spentMs / share - spentMs) / 1000);
  const bad = progress.failed + progress.invalid;
  const percent = Math.floor(share * 100);
  return `${percent} % · ${progress.trialsDone} trials${bad > 0 ? ` · ${bad} not passed` : ''} · about ${leftS} s left`;
}
