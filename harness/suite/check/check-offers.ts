import { offerModes } from '../../core/suite/loop-settings.ts';
import { routerNames } from '../../core/suite/router.ts';
import { capabilityTool } from '../../core/suite/tool-offer.ts';
import type { ToolInput } from '../input/tool-input.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';
import type { Entry, SuiteParts } from '../load/suite-parts.ts';
import { refuseUnknownName } from './refuse-unknown-name.ts';
import { toVariantUses, type VariantUse } from './variant-use.ts';

/** Checks how loops choose the tools of a turn: everything that they name is there, and the choice can do something. */
export function checkOffers(
  parts: SuiteParts,
  ownRouters: readonly string[],
): readonly SuiteFinding[] {
  const known = [...routerNames, ...ownRouters];
  return toVariantUses(parts)
    .filter(({ settings }) => settings.offer.mode !== offerModes[0])
    .flatMap((use) => [
      ...checkRouter(use, known),
      ...checkPhases(use),
      ...checkAlways(use),
      ...checkRoles(use),
      ...checkOwnName(use),
    ]);
}

function toolsIn({ toolset }: VariantUse): readonly Entry<ToolInput>[] {
  return (toolset?.tools ?? []).filter((tool) => tool.sound);
}

function placeOf({ input, path }: VariantUse): string {
  return input.loop === undefined ? path : `$.loops.${input.loop}.offer`;
}

function checkRouter(use: VariantUse, known: readonly string[]): readonly SuiteFinding[] {
  const { offer } = use.settings;
  if (offer.mode !== 'top-k') return [];
  const path = `${placeOf(use)}.router`;
  return refuseUnknownName({ what: 'router', name: offer.router, path, known });
}

function checkPhases(use: VariantUse): readonly SuiteFinding[] {
  const { offer } = use.settings;
  if (offer.mode !== 'phase') return [];
  const known = [...new Set(toolsIn(use).flatMap(({ value }) => value.phases ?? []))];
  const where = `in the tools of "${use.toolset?.name ?? ''}"`;
  if (known.length === 0) {
    const message = `variant "${use.name}" offers tools by phase, and there is no phase ${where}`;
    const remedy = 'Write "phases" in the tools';
    return [{ code: 'no_phases', path: placeOf(use), message, remedy }];
  }
  const path = `${placeOf(use)}.phases`;
  return offer.phases.flatMap((name) =>
    refuseUnknownName({ what: 'phase', name, path, known, where }),
  );
}

function checkAlways(use: VariantUse): readonly SuiteFinding[] {
  const known = toolsIn(use).flatMap(({ name, value }) => [
    name,
    ...(value.category === undefined ? [] : [value.category]),
    ...(value.tags ?? []),
  ]);
  const where = `among the names, categories and tags of the tools of "${use.toolset?.name ?? ''}"`;
  const path = `${placeOf(use)}.always`;
  return use.settings.offer.always.flatMap((name) =>
    refuseUnknownName({ what: 'tool', name, path, known: [...new Set(known)], where }),
  );
}

function checkRoles(use: VariantUse): readonly SuiteFinding[] {
  if (use.settings.offer.mode !== 'role') return [];
  if (toolsIn(use).some(({ value }) => value.roles !== undefined)) return [];
  const message = `variant "${use.name}" offers tools by role, and no tool of "${use.toolset?.name ?? ''}" names one`;
  const remedy = 'Write "roles" in the tools that are not for everyone';
  return [{ code: 'no_roles', path: placeOf(use), message, remedy }];
}

/** The loop brings a tool of this name along. */
function checkOwnName(use: VariantUse): readonly SuiteFinding[] {
  const { mode } = use.settings.offer;
  const own = toolsIn(use).find(({ name }) => name === capabilityTool);
  if (own === undefined || (mode !== 'phase' && mode !== 'two-stage')) return [];
  const message = `variant "${use.name}" opens tools with a tool "${capabilityTool}" of its own, and "${use.toolset?.name ?? ''}" has one of that name`;
  return [{ code: 'duplicate_name', path: own.path, message, remedy: 'Rename the tool' }];
}
