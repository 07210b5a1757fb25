import type { RunSummary, Verdict } from '../../core/run.ts';
import type { GateReport } from '../../compare/gate/gate-report.ts';
import type { CaseScore, DocumentScore } from '../../import/document/score-document.ts';
import type { UnreadDocument } from '../../import/transcript/read-transcripts.ts';
import { toPlainText } from '../../report/text/to-plain-text.ts';

/** A run folder that `score` wrote. */
export interface StoredScore {
  readonly runFolder: string;
  readonly summary: RunSummary;
  readonly gates: GateReport | null;
  readonly gateText: string;
  readonly verdict: Verdict;
  readonly exitCode: number;
}

/** A case with the name that it has where there is no id. */
export interface PlacedScore extends CaseScore {
  readonly name: string;
  readonly place: string;
}

/** All that `score` prints. */
export interface ScorePage {
  readonly score: Omit<DocumentScore, 'cases'> & { readonly cases: readonly PlacedScore[] };
  readonly unread: readonly UnreadDocument[];
  readonly stored: StoredScore | null;
}

/** A single case is the top-level object; several are listed under `cases`. */
export function toScoreJson({ score, unread, stored }: ScorePage): string {
  const { warnings } = score;
  const cases = score.cases.map(({ name, place: _place, ...one }) =>
    score.cases.length === 1 ? one : { ...one, id: one.id ?? name },
  );
  const [only, ...others] = cases;
  const isAlone = only !== undefined && others.length === 0 && unread.length === 0;
  const more =
    stored === null
      ? {}
      : {
          runFolder: stored.runFolder,
          verdict: stored.verdict,
          exitCode: stored.exitCode,
          ...(stored.gates === null ? {} : { gates: stored.gates }),
        };
  const value = isAlone
    ? { ...only, warnings, ...more }
    : {
        pass: unread.length > 0 ? null : score.pass,
        cases,
        warnings,
        ...(unread.length === 0 ? {} : { unread }),
        ...more,
      };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Each case with its reasons, the totals, and the run folder. */
export function toScoreText({ score, unread, stored }: ScorePage): string {
  const isAlone = score.cases.length === 1 && unread.length === 0;
  const lines = score.cases.flatMap((one) =>
    describeCase(one, one.id ?? (isAlone ? null : one.name)),
  );
  if (!isAlone) lines.push(toSummary(score.cases, unread.length));
  if (stored !== null) lines.push(`run folder: ${stored.runFolder}`);
  return `${lines.join('\n')}\n${stored?.gateText ?? ''}`;
}

/** The totals of the cases, with a comparison with the document's own verdicts where it has any. */
function toSummary(cases: readonly CaseScore[], unread: number): string {
  const count = (pass: boolean | null): number => cases.filter((one) => one.pass === pass).length;
  const unjudged = count(null) === 0 ? '' : `, ${count(null)} with nothing to judge`;
  const left = unread === 0 ? '' : `, ${unread} not read`;
  const told = cases.filter((one) => one.wanted !== null);
  const right = told.filter((one) => one.wanted === one.pass).length;
  const said =
    told.length === 0
      ? ''
      : `; ${right} of the ${told.length} verdicts that the document gives hold`;
  return `${count(true)} passed, ${count(false)} failed${unjudged}${left}${said}`;
}

function describeCase(one: CaseScore, name: string | null): readonly string[] {
  const verdict = one.pass === null ? 'nothing to judge' : one.pass ? 'passed' : 'failed';
  const odd =
    one.wanted !== null && one.wanted !== one.pass ? ' (the document says otherwise)' : '';
  return [
    `${name === null ? '' : `${toPlainText(name)} `}${verdict}${odd}`,
    ...one.losses.map(
      (loss) =>
        `  ${loss.code}${loss.event === null ? '' : ` at ${loss.event}`}: ${toPlainText(loss.text)}`,
    ),
    ...one.deviations.map(
      ({ code, event, text }) => `  note ${code} at ${event ?? '?'}: ${toPlainText(text)}`,
    ),
  ];
}
