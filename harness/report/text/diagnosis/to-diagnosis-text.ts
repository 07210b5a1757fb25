import type { Agreement } from '../../../diagnosis/measure-agreement.ts';
import type { Counted, Diagnosis, Place, Trouble } from '../../../diagnosis/diagnosis.ts';
import { layoutTable } from '../layout-table.ts';
import { toLine } from '../to-plain-text.ts';

/** One variant with its diagnosis, and how far it agrees with another. */
export interface DiagnosedVariant {
  readonly name: string;
  readonly diagnosis: Diagnosis;
  /** `null`: nothing to agree with. */
  readonly agreement: { readonly with: string; readonly measured: Agreement } | null;
}

const mostUsage = 12;

/** What the transcripts of a run say of its troubles, for a terminal. */
export function toDiagnosisText(suite: string, variants: readonly DiagnosedVariant[]): string {
  const blocks = variants.flatMap(({ name, diagnosis, agreement }) => [
    [`suite ${suite} · ${name}`],
    toCaught(diagnosis),
    toNamed('results', diagnosis.results),
    toNamed('tools that do not exist, by the name that was called', diagnosis.wished),
    toRecovery(diagnosis),
    agreement === null ? [] : toAgreementLines(agreement.with, agreement.measured),
    toUsage(diagnosis),
    toAdvice(diagnosis),
    toTroubles(diagnosis.trouble),
  ]);
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.map(toLine).join('\n'))
    .join('\n\n')}\n`;
}

function toCaught({ calls, sound, caughtBy }: Diagnosis): readonly string[] {
  const caught = calls - sound;
  if (caught === 0) return [`${calls} calls, and nothing to object to`];
  const rows = caughtBy.map(({ name, count }) => [name, String(count), toPercent(count / caught)]);
  return [
    `${caught} of ${calls} calls were caught`,
    ...layoutTable([['caught by', 'calls', 'share'], ...rows]),
  ];
}

function toNamed(title: string, counted: readonly Counted[]): readonly string[] {
  if (counted.length === 0) return [];
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  return layoutTable([
    [title, 'calls', 'share'],
    ...counted.map(({ name, count }) => [name, String(count), toPercent(count / all)]),
  ]);
}

function toRecovery({ recovery }: Diagnosis): readonly string[] {
  if (recovery.length === 0) return [];
  const rows = recovery.map(({ kind, judged, handled }) => [
    kind,
    `${handled} of ${judged}`,
    toPercent(handled / judged),
  ]);
  return layoutTable([['fault', 'handled', 'share'], ...rows]);
}

/** Agreement of two sides in one or two lines. */
function toAgreementLines(other: string, measured: Agreement): readonly string[] {
  const { places, sameTool, selection, calls, sameArguments, arguments: texts } = measured;
  return [
    `agreement with ${other}, by Cohen's kappa`,
    `  selection: ${toKappa(selection)} (the same tool, or both none, in ${sameTool} of ${places} places)`,
    `  arguments: ${toKappa(texts)} (the same in ${sameArguments} of ${calls} calls of the same tool)`,
  ];
}

function toKappa(value: number | null): string {
  return value === null ? 'n/a' : value.toFixed(3);
}

function toUsage({ usage }: Diagnosis): readonly string[] {
  if (usage.length === 0) return [];
  const rows = usage
    .slice(0, mostUsage)
    .map(({ tool, argument, value, calls, share, fields }) => [
      `${tool} ${argument}=${value}`,
      String(calls),
      toPercent(share),
      fields === null ? 'differ' : fields.join(', ') || 'none',
    ]);
  return layoutTable([['use of tools', 'calls', 'share', 'other arguments'], ...rows]);
}

function toAdvice({ advice }: Diagnosis): readonly string[] {
  if (advice.length === 0) return [];
  return [
    'split or merge',
    ...advice.map(({ advice: what, tools, why }) => `  ${what} ${tools.join(' and ')}: ${why}`),
  ];
}

function toTroubles(trouble: readonly Trouble[]): readonly string[] {
  if (trouble.length === 0) return ['no trouble was found'];
  return [
    'trouble',
    ...trouble.flatMap(({ symptom, cause, remedy, count, places }) => [
      `  ${symptom}, ${count} ${count === 1 ? 'time' : 'times'}`,
      `    likely cause: ${cause}`,
      `    remedy: ${remedy}`,
      `    seen in ${places.map(toPlaceText).join('; ')}`,
    ]),
  ];
}

/** A place as text, such as `refund-once/reference/none/r1 turn 2`. */
export function toPlaceText({ scenario, variant, plan, repeat, turn }: Place): string {
  return `${scenario}/${variant}/${plan}/r${repeat}${turn === 0 ? '' : ` turn ${turn}`}`;
}

function toPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
