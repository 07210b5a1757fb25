import { createRandom } from '../core/random.ts';
import type { Suite, Variant } from '../core/suite/suite.ts';
import type { Tool, Toolset } from '../core/suite/tool.ts';
import type { Sweep } from '../core/sweep.ts';
import { UsageError } from '../core/usage-error.ts';
import { createDistractors, type DistractorKind, distractorKinds } from './create-distractors.ts';

/** A suite with a variant for each number of distractors. */
export interface DistractedSuite {
  readonly suite: Suite;
  readonly sweeps: readonly Sweep[];
}

/** Distractors as they were asked for. */
interface DistractorWish {
  readonly kind: DistractorKind;
  /** How many are added; 0 is the toolset as it is. */
  readonly counts: readonly number[];
}

const usualCounts: readonly number[] = [0, 5, 15, 40];

/**
 * Makes variants of a suite with tools that no request needs: for each variant given, one for each number of distractors.
 *
 * @throws UsageError when the word cannot be read, or asks for more distractors than there are.
 */
export function distractSuite(
  suite: Suite,
  word: string,
  bases: readonly Variant[],
): DistractedSuite {
  const wish = readDistractorWord(word);
  const made = bases.map((base) => makeVariants(suite, base, wish));
  const namesOf = (base: string): readonly string[] =>
    made.flatMap(({ sweep }) =>
      sweep.base === base ? sweep.points.map(({ variant }) => variant) : [],
    );
  return {
    suite: {
      ...suite,
      toolsets: [...suite.toolsets, ...made.flatMap(({ toolsets }) => toolsets)],
      variants: [...suite.variants, ...made.flatMap(({ variants }) => variants)],
      scenarios: suite.scenarios.map((scenario) =>
        scenario.variants === null
          ? scenario
          : {
              ...scenario,
              variants: [...scenario.variants, ...scenario.variants.flatMap(namesOf)],
            },
      ),
    },
    sweeps: made.map(({ sweep }) => sweep),
  };
}

/** Reads `far`, or `far=5,15,40`. */
function readDistractorWord(word: string): DistractorWish {
  const [name = '', list] = word.split('=', 2);
  const kind = distractorKinds.find((one) => one === name);
  if (kind === undefined) {
    throw new UsageError(
      `Cannot add distractors "${word}": expected ${distractorKinds.join(' or ')}, with numbers if wanted, such as far=5,15,40`,
    );
  }
  if (list === undefined) return { kind, counts: usualCounts };
  const texts = list.split(',').map((text) => text.trim());
  if (
    !texts.every((text) => /^(?:0|[1-9][0-9]{0,3})$/u.test(text)) ||
    new Set(texts).size < texts.length
  ) {
    throw new UsageError(
      `Cannot add distractors "${word}": expected different whole numbers after "=", separated by commas, such as ${kind}=5,15,40`,
    );
  }
  const counts = texts.map(Number).toSorted((a, b) => a - b);
  return { kind, counts: counts[0] === 0 ? counts : [0, ...counts] };
}

interface MadeVariants {
  readonly toolsets: readonly Toolset[];
  readonly variants: readonly Variant[];
  readonly sweep: Sweep;
}

function makeVariants(suite: Suite, base: Variant, { kind, counts }: DistractorWish): MadeVariants {
  const own = suite.toolsets.find(({ id }) => id === base.toolset);
  if (own?.release !== undefined || own?.switch !== undefined) {
    throw new UsageError(
      `Cannot add distractors to variant "${base.name}": its conversations have two toolsets, "${own.id}". Choose a variant with one by --variant`,
    );
  }
  const tools = own?.tools ?? [];
  const all = createDistractors(kind, tools);
  const most = counts.at(-1) ?? 0;
  if (most > all.length) {
    throw new UsageError(
      `Cannot add ${most} ${kind} distractors to "${base.toolset}" with its ${tools.length} tools: there are ${all.length}`,
    );
  }
  const points = counts.map((count) => {
    const name = `${base.name}:${kind}=${count}`;
    const id = `${base.toolset}:${kind}=${count}`;
    const toolset: Toolset = { ...own, id, tools: mix(tools, all.slice(0, count)) };
    const variant: Variant = { ...base, name, toolset: id, isDefault: false };
    return { count, toolset, variant };
  });
  return {
    toolsets: points.map(({ toolset }) => toolset),
    variants: points.map(({ variant }) => variant),
    sweep: {
      path: `distractors.${kind}`,
      base: base.name,
      own: 0,
      points: points.map(({ count, variant }) => ({ value: count, variant: variant.name })),
    },
  };
}

/** Puts distractors between the tools, at places that depend on their number alone. */
function mix(tools: readonly Tool[], distractors: readonly Tool[]): readonly Tool[] {
  const random = createRandom('distractors');
  const mixed = [...tools];
  for (const distractor of distractors)
    mixed.splice(Math.floor(random.next() * (mixed.length + 1)), 0, distractor);
  return mixed;
}
