import type { JsonObject } from '../../json/json.ts';
import { RigError } from '../../core/rig-error.ts';
import type { LoopSettings, OfferSettings } from '../../core/suite/loop-settings.ts';
import type { Router } from '../../core/suite/router.ts';
import { holdsRole } from '../../core/suite/session-roles.ts';
import type { Tool, Toolset } from '../../core/suite/tool.ts';
import type { OfferedTools, ToolOffer } from '../../core/suite/tool-offer.ts';
import { routers } from '../../route/routers.ts';
import { createPhaseTool, createSummaryTool, type Door } from './capability-tools.ts';
import { isAlways } from './is-always.ts';

/** What the choice of tools depends on. */
export interface OfferParts {
  readonly toolset: Toolset;
  readonly settings: LoopSettings;
  readonly session: JsonObject;
  /** Routers of the suite's own. */
  readonly routers: Readonly<Record<string, Router>>;
}

/** The choice of tools in one trial, with the tools that the trial then has. */
export interface TrialOffer {
  readonly offer: ToolOffer;
  /** The toolset, and the tool that opens more of it where the mode has one. */
  readonly toolset: Toolset;
}

/** Creates the choice of tools for one trial; `null` where all tools are offered in every turn. */
export function createToolOffer(parts: OfferParts): TrialOffer | null {
  const { toolset, settings, session } = parts;
  const { offer } = settings;
  if (offer.mode === 'all') return null;
  const tools = toolset.tools.filter((tool) => holdsRole(session, tool.roles));
  switch (offer.mode) {
    case 'role':
      return { offer: fixed(tools), toolset };
    case 'top-k':
      return { offer: byRank(tools, offer, findRouter(offer.router, parts.routers)), toolset };
    case 'phase':
      return opened(parts, createPhaseTool(tools, offer));
    case 'two-stage':
      return opened(parts, createSummaryTool(tools, offer));
  }
}

function fixed(tools: readonly Tool[]): ToolOffer {
  const offered = toOffered(tools);
  return { next: () => Promise.resolve(offered), reset: () => undefined };
}

/** Those that rank highest for what the user said last, those that are always offered, and those in use. */
function byRank(tools: readonly Tool[], settings: OfferSettings, router: Router): ToolOffer {
  return {
    async next(text, used) {
      const ranked = await rank(text, tools, { router, name: settings.router });
      const best = new Set(ranked.slice(0, settings.top));
      return toOffered(
        tools.filter((tool) => best.has(tool) || used.has(tool.name) || isAlways(tool, settings)),
      );
    },
    reset: () => undefined,
  };
}

async function rank(
  text: string,
  tools: readonly Tool[],
  { router, name }: { readonly router: Router; readonly name: string },
): Promise<readonly Tool[]> {
  const figures = await route(text, tools, { router, name });
  return tools
    .map((tool, index) => ({ tool, index, figure: figures[index] ?? 0 }))
    .toSorted((a, b) => b.figure - a.figure || a.index - b.index)
    .map(({ tool }) => tool);
}

async function route(
  text: string,
  tools: readonly Tool[],
  { router, name }: { readonly router: Router; readonly name: string },
): Promise<readonly number[]> {
  let figures: unknown;
  try {
    figures = await router(text, tools);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RigError(
      'ROUTER_FAILED',
      `Cannot rank tools: the router "${name}" threw: ${reason}`,
      {
        cause,
      },
    );
  }
  const list: readonly unknown[] = Array.isArray(figures) ? figures : [];
  const numbers = list.filter(
    (figure): figure is number => typeof figure === 'number' && !Number.isNaN(figure),
  );
  if (list.length === tools.length && numbers.length === list.length) return numbers;
  const found = Array.isArray(figures)
    ? `${list.length} values, ${numbers.length} of them numbers`
    : typeof figures;
  throw new RigError(
    'ROUTER_FAILED',
    `Cannot rank tools: the router "${name}" must give a list of ${tools.length} numbers, one for each tool, and gave ${found}`,
  );
}

function findRouter(name: string, own: Readonly<Record<string, Router>>): Router {
  const all: Readonly<Record<string, Router>> = { ...routers, ...own };
  const router = Object.hasOwn(all, name) ? all[name] : undefined;
  if (router !== undefined) return router;
  throw new RigError(
    'ROUTER_UNKNOWN',
    `Cannot choose tools: there is no router "${name}", only ${Object.keys(all).join(', ')}`,
  );
}

/** Offers more of the toolset as the model asks for it. */
function opened({ toolset }: OfferParts, door: Door): TrialOffer {
  return {
    toolset: { ...toolset, tools: [...toolset.tools, door.tool] },
    offer: {
      next: () => Promise.resolve(toOffered([...door.open(), door.tool])),
      reset: door.reset,
    },
  };
}

function toOffered(tools: readonly Tool[]): OfferedTools {
  return { tools, names: new Set(tools.map(({ name }) => name)) };
}
