import type { LoadFigures } from './run-load.ts';

/** What the two sides' counts contradict; there should be nothing. */
export function findMiscounts(figures: LoadFigures, trials: number): readonly string[] {
  const { sent, arrived, served, planned, passed, failed, invalid, lines, replies } = figures;
  const rules: readonly (readonly [isBroken: boolean, text: string])[] = [
    [planned !== trials, `${planned} planned, ${trials} asked for`],
    [
      passed + failed + invalid !== planned,
      'passed, failed and invalid are not all that was planned',
    ],
    [lines !== planned, `${lines} lines for ${planned} trials`],
    [figures.doubled > 0, `${figures.doubled} trials are there twice`],
    [invalid > 0, `${invalid} trials are INVALID after the last --resume`],
    [figures.exitCode !== 0 && figures.exitCode !== 1, `exit code ${String(figures.exitCode)}`],
    [arrived > sent, `${arrived} requests arrived, ${sent} were counted as sent`],
    [replies > served, `${replies} replies in the transcripts, ${served} were served`],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, text]) => text);
}
