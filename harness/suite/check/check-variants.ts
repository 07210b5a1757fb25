import { lintStrictSchema } from '../../schema/check/lint-schema.ts';
import { toList } from '../load/convert/to-list.ts';
import { readParameters } from '../load/read-parameters.ts';
import { checkSubsets } from './check-subsets.ts';
import { refuseUnknownName } from './refuse-unknown-name.ts';
import type { ModelInput, VariantInput } from '../input/suite-input.ts';
import { type SuiteFinding, toFinding } from '../load/suite-finding.ts';
import type { Entry, SuiteParts } from '../load/suite-parts.ts';
import { readModel, toVariantUses, type VariantUse } from './variant-use.ts';

/** Checks models and variants: what they name is there, and there is something to run. */
export function checkVariants(parts: SuiteParts): readonly SuiteFinding[] {
  const uses = toVariantUses(parts);
  return [
    ...checkPresence(parts),
    ...parts.models.filter((entry) => entry.sound).flatMap((entry) => checkModel(parts, entry)),
    ...parts.variants.filter((entry) => entry.sound).flatMap((one) => checkVariant(parts, one)),
    ...uses.flatMap((use) => checkSwitch(parts, use)),
    ...checkDefaults(parts),
    ...checkStrict(uses),
    ...checkSubsets(uses),
  ];
}

function checkPresence(parts: SuiteParts): readonly SuiteFinding[] {
  const findings: SuiteFinding[] = [];
  if (parts.toolsets.length === 0) {
    const message = 'there are no tools';
    const remedy = 'Write "tools" (one toolset), or "toolsets"';
    findings.push({ code: 'no_tools', path: '$', message, remedy });
  }
  if (parts.models.length === 0) {
    findings.push({
      code: 'no_model',
      path: '$',
      message: 'there is no model, so nothing could run',
      remedy: 'Write "models", or give each scenario a "script" of replies',
    });
  }
  return findings;
}

function checkModel(parts: SuiteParts, entry: Entry<ModelInput>): readonly SuiteFinding[] {
  const { value, path } = entry;
  if (typeof value === 'string') return [];
  const findings: SuiteFinding[] = [...checkReferences(parts, value, path)];
  if (entry.name === '') {
    const message = 'the model has no name';
    findings.push({ code: 'missing_required', path: `${path}.name`, message });
  }
  const isOpen = value.script === undefined && value.respond === undefined;
  if (value.script !== undefined && value.respond !== undefined) {
    const message = `model "${entry.name}" has both "script" and "respond"`;
    findings.push({ code: 'contradiction', path, message, remedy: 'Leave one of them out' });
  }
  const idle = (['model', 'baseUrl', 'apiKeyEnv'] as const).filter(
    (name) => !isOpen && value[name] !== undefined,
  );
  return [
    ...findings,
    ...idle.map((name) => ({
      code: 'unused_setting',
      path: `${path}.${name}`,
      message: `model "${entry.name}" is scripted, so "${name}" does nothing`,
    })),
  ];
}

function checkVariant(parts: SuiteParts, entry: Entry<VariantInput>): readonly SuiteFinding[] {
  const { value, path } = entry;
  const models = parts.models.map((model) => model.name);
  const prompts = Object.keys(parts.isSound('$.prompts') ? (parts.suite.prompts ?? {}) : {});
  const both = value.prompt !== undefined && value.systemPrompt !== undefined;
  return [
    ...refuseUnless(value.model, { what: 'model', path: `${path}.model`, known: models }),
    ...refuseUnless(value.prompt, { what: 'prompt', path: `${path}.prompt`, known: prompts }),
    ...checkReferences(parts, value, path),
    ...refuseUnless(value.release?.toolset, {
      what: 'toolset',
      path: `${path}.release.toolset`,
      known: parts.toolsets.map((toolset) => toolset.name),
    }),
    ...(both
      ? [
          {
            code: 'contradiction',
            path,
            message: `variant "${entry.name}" has both "prompt" and "systemPrompt"`,
            remedy: 'Leave one of them out',
          },
        ]
      : []),
  ];
}

/** A switch needs two toolsets, a loop that follows it, and a conversation that is long enough. */
function checkSwitch(parts: SuiteParts, use: VariantUse): readonly SuiteFinding[] {
  const { input, name, toolset, agent } = use;
  const wanted = input.switch;
  if (wanted === undefined) return [];
  const path = `${use.path}.switch`;
  const contradiction = (message: string, remedy: string): readonly SuiteFinding[] => [
    { code: 'contradiction', path, message, remedy },
  ];
  const known = parts.toolsets.map((one) => one.name);
  const unknown = refuseUnknownName({
    what: 'toolset',
    path: `${path}.toolset`,
    known,
    name: wanted.toolset,
  });
  if (unknown.length > 0) return unknown;
  if (input.release !== undefined) {
    const message = `variant "${name}" has both "release" and "switch"`;
    return contradiction(message, 'Leave one of them out');
  }
  if (agent !== null) {
    const message = `variant "${name}" has "switch", which only the reference loop follows, and an agent of its own`;
    return contradiction(message, 'Leave "switch" out, or set "agent" to null');
  }
  if (toolset?.name === wanted.toolset) {
    const message = `variant "${name}" switches from "${wanted.toolset}" to itself`;
    return contradiction(message, 'Name another toolset');
  }
  return checkReach(parts, use, wanted.turn);
}

/** Where no conversation comes to the switch, the variant shows what its first toolset shows. */
function checkReach(parts: SuiteParts, use: VariantUse, turn: number): readonly SuiteFinding[] {
  const played = parts.scenarios.filter(
    ({ sound, value }) => sound && (value.variants?.includes(use.name) ?? true),
  );
  const lengths = played.map(
    ({ value }) => toList(value.user).filter((text) => text !== '/new').length,
  );
  const longest = Math.max(0, ...lengths);
  if (parts.scenarios.some(({ sound }) => !sound) || longest >= turn) return [];
  return [
    {
      code: 'never_switched',
      path: `${use.path}.switch.turn`,
      message: `variant "${use.name}" switches at text ${turn} of the user, and no scenario that it runs has more than ${longest}`,
      remedy: 'Choose an earlier text, or a scenario with more',
    },
  ];
}

function checkReferences(
  parts: SuiteParts,
  value: { readonly toolset?: string; readonly loop?: string },
  path: string,
): readonly SuiteFinding[] {
  const toolsets = parts.toolsets.map((toolset) => toolset.name);
  const loops = [...new Set(['reference', ...parts.loops.map((loop) => loop.name)])];
  return [
    ...refuseUnless(value.toolset, { what: 'toolset', path: `${path}.toolset`, known: toolsets }),
    ...refuseUnless(value.loop, { what: 'loop', path: `${path}.loop`, known: loops }),
  ];
}

function refuseUnless(
  name: string | undefined,
  use: { readonly what: string; readonly path: string; readonly known: readonly string[] },
): readonly SuiteFinding[] {
  return name === undefined ? [] : refuseUnknownName({ ...use, name });
}

function checkDefaults(parts: SuiteParts): readonly SuiteFinding[] {
  const marked = parts.variants.filter((entry) => entry.sound && entry.value.default === true);
  return marked.slice(1).map((entry) => ({
    code: 'several_defaults',
    path: `${entry.path}.default`,
    message: `variant "${entry.name}" is marked as default, and so is "${marked[0]?.name ?? ''}"`,
    remedy: 'Mark one of them',
  }));
}

/** Variants that ask for strict mode: their tools must be as that mode wants them, or every request is refused. */
function checkStrict(uses: readonly VariantUse[]): readonly SuiteFinding[] {
  const strict = uses.filter(
    (use) => use.input.params?.['strict'] === true && readModel(use.model).schemas === undefined,
  );
  const toolsets = new Set(strict.flatMap((use) => (use.toolset === null ? [] : [use.toolset])));
  return [...toolsets].flatMap((toolset) =>
    toolset.tools
      .filter((tool) => tool.sound)
      .flatMap((tool) => {
        const schema = readParameters(tool.value);
        const problems = schema === null ? [] : lintStrictSchema(schema, `${tool.path}.parameters`);
        return problems.map((one) => toFinding(one, `tool "${tool.name}" of "${toolset.name}"`));
      }),
  );
}
