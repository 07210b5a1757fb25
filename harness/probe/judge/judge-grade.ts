import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import type { GradeVerdict } from '../probe-report.ts';
import type { Attempt, Play } from '../play/play-input.ts';

const rank: Readonly<Record<EffectGrade, number>> = { read: 0, idempotent: 1, irreversible: 2 };

/** What the world says of a declared effect grade, over all calls of a battery. */
export function judgeGrade(declared: EffectGrade, plays: readonly Play[]): GradeVerdict {
  const seen = plays.filter(({ first }) => first.changed !== null && isAnswered(first));
  const acted = seen.filter(({ first }) => hasActed(first));
  const again = acted.filter(({ second }) => hasActed(second));
  if (seen.length === 0) {
    const why = plays.some(({ first }) => first.status === 'not_struck' || isAnswered(first))
      ? 'the work is done by a real service, whose state cannot be seen'
      : 'no call was answered';
    return { declared, observed: null, verdict: 'unconfirmed', why };
  }
  const observed = again.length > 0 ? 'irreversible' : acted.length > 0 ? 'idempotent' : 'read';
  return { declared, observed, ...compare(declared, observed, acted) };
}

function compare(
  declared: EffectGrade,
  observed: EffectGrade,
  acted: readonly Play[],
): Pick<GradeVerdict, 'verdict' | 'why'> {
  const [first] = acted;
  const refused = acted.some(({ second }) => !isAnswered(second));
  if (observed === 'read') {
    const why = 'no call changed the world';
    return { verdict: declared === 'read' ? 'confirmed' : 'unconfirmed', why };
  }
  const change = first?.first.changed === true ? 'changed the world' : 'had an effect';
  const why =
    observed === 'irreversible'
      ? `the same call ${change} twice`
      : refused
        ? `a call ${change}, and the same call again was refused`
        : `a call ${change}, and the same call again changed nothing`;
  if (rank[observed] > rank[declared]) return { verdict: 'too_low', why };
  // An act that is refused the second time may still be one that cannot be undone.
  const isLower = rank[observed] < rank[declared] && !refused;
  return { verdict: isLower ? 'too_high' : 'confirmed', why };
}

/** Whether a call got an answer from its tool. */
export function isAnswered({ status }: Attempt): boolean {
  return status === 'success' || status === 'empty';
}

/** Whether a call changed the world or entered an effect. */
export function hasActed({ changed, effects }: Attempt): boolean {
  return changed === true || effects > 0;
}
