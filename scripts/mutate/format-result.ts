import { toOneLine } from './find-mutants.ts';
import type { Mutant, TriedMutant } from './mutant.ts';

/** One line for a mutant: place, kind, what it was and what it became. */
export function formatMutant(mutant: Mutant): string {
  const becomes = shorten(toOneLine(mutant.replacement));
  return `${mutant.file}:${mutant.lineNumber} ${mutant.kind}: ${shorten(mutant.was)} -> ${becomes === '' ? '(nothing)' : becomes}`;
}

/** The score of each area and of all, then what survived. */
export function formatResult(tried: readonly TriedMutant[]): string {
  const names = [...new Set(tried.map((one) => one.area))];
  const rows = names.map((name) =>
    toRow(
      name,
      tried.filter((one) => one.area === name),
    ),
  );
  const survivors = tried.filter((one) => one.verdict.status === 'survived');
  return [
    ['area'.padEnd(12), 'tried', 'failed a test', 'no end in time', 'survived', 'score'].join('  '),
    ...rows,
    ...(names.length > 1 ? [toRow('all', tried)] : []),
    '',
    survivors.length === 0 ? 'No mutant survived.' : `Survivors (${survivors.length}):`,
    ...survivors.map(
      ({ mutant, verdict }) =>
        `  ${formatMutant(mutant)} (${verdict.status === 'survived' ? verdict.testFiles : 0} test files ran)`,
    ),
  ].join('\n');
}

function toRow(name: string, tried: readonly TriedMutant[]): string {
  const count = (status: string): number =>
    tried.filter((one) => one.verdict.status === status).length;
  const caught = count('killed') + count('timeout');
  const percent = tried.length === 0 ? '-' : `${Math.floor((caught * 1000) / tried.length) / 10} %`;
  return [
    name.padEnd(12),
    String(tried.length).padStart(5),
    String(count('killed')).padStart(13),
    String(count('timeout')).padStart(14),
    String(count('survived')).padStart(8),
    percent.padStart(5),
  ].join('  ');
}

function shorten(text: string): string {
  return text.length <= 90 ? text : `${text.slice(0, 60)} ... ${text.slice(-25)}`;
}
