import type { Variant } from '../../../core/suite/suite.ts';
import type { Toolset } from '../../../core/suite/tool.ts';
import type { SuiteInput } from '../../input/suite-input.ts';

/** The variants and toolsets of a suite, with a toolset for each gray release. */
export function toReleases(
  input: Pick<SuiteInput, 'variants'>,
  { variants, toolsets }: { variants: readonly Variant[]; toolsets: readonly Toolset[] },
): { readonly variants: readonly Variant[]; readonly toolsets: readonly Toolset[] } {
  const made = new Map<string, Toolset>();
  const released = variants.map((variant) => {
    const release = input.variants?.find(({ name }) => name === variant.name)?.release;
    const to = toolsets.find(({ id }) => id === release?.toolset);
    if (release === undefined || to === undefined) return variant;
    const { share, key = null } = release;
    const toolset: Toolset = {
      id: `${variant.toolset}+${to.id}`,
      tools: to.tools,
      note: `${to.id} for ${percent(share)} of the conversations, by ${key ?? 'scenario'}; ${variant.toolset} for the others`,
      release: { from: variant.toolset, to: to.id, share, key },
    };
    // Two variants may release the same toolset to different shares.
    const id = made.has(toolset.id) ? `${toolset.id} (${variant.name})` : toolset.id;
    made.set(id, { ...toolset, id });
    return { ...variant, toolset: id };
  });
  return { variants: released, toolsets: [...toolsets, ...made.values()] };
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
