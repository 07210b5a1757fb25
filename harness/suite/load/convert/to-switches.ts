import type { Variant } from '../../../core/suite/suite.ts';
import type { Tool, Toolset } from '../../../core/suite/tool.ts';
import type { SuiteInput } from '../../input/suite-input.ts';

/** The variants and toolsets of a suite, with a toolset for each change in the middle of a conversation. */
export function toSwitches(
  input: Pick<SuiteInput, 'variants'>,
  { variants, toolsets }: { variants: readonly Variant[]; toolsets: readonly Toolset[] },
): { readonly variants: readonly Variant[]; readonly toolsets: readonly Toolset[] } {
  const made = new Map<string, Toolset>();
  const switched = variants.map((variant) => {
    const wanted = input.variants?.find(({ name }) => name === variant.name)?.switch;
    const from = toolsets.find(({ id }) => id === variant.toolset);
    const to = toolsets.find(({ id }) => id === wanted?.toolset);
    if (wanted === undefined || from === undefined || to === undefined) return variant;
    const { turn } = wanted;
    const name = `${from.id}>${to.id}`;
    // Two variants may switch at different texts.
    const id = made.has(name) ? `${name} (${variant.name})` : name;
    made.set(id, {
      id,
      tools: joinTools(to.tools, from.tools),
      note: `${from.id} at first; ${to.id} from text ${turn} of the user on`,
      switch: { from: from.id, to: to.id, turn },
    });
    return { ...variant, toolset: id };
  });
  return { variants: switched, toolsets: [...toolsets, ...made.values()] };
}

function joinTools(later: readonly Tool[], earlier: readonly Tool[]): readonly Tool[] {
  const names = new Set(later.map(({ name }) => name));
  return [...later, ...earlier.filter(({ name }) => !names.has(name))];
}
