import type { JsonObject, JsonValue } from '../json/json.ts';
import type { PlannedCall, PlayStep, PlayTurn } from './playbook.ts';
import type { OutgoingCall, Reaction, Temper, Trouble } from './temper.ts';

/** Scripted agents by their defect. `perfect` has none; `clerk` works well with clear errors and poorly without. */
export const agentKinds = [
  'perfect',
  'clerk',
  'blind-retrier',
  'looper',
  'hallucinator',
  'over-caller',
  'abstainer',
  'coercer',
  'drifter',
  'liar',
] as const;

/** One of {@link agentKinds}. */
export type AgentKind = (typeof agentKinds)[number];

const perfect: Temper = {
  steps: takeCarefulSteps,
  react: reactWell,
  shape: ({ plan }) => ({ tool: plan.tool, arguments: plan.arguments }),
};

const clerk: Temper = {
  steps: ({ steps }) => steps,
  react: (trouble) => (isBare(trouble) || trouble.slipped ? 'resend' : reactWell(trouble)),
  shape: sendSlip,
};

/** What each agent does differently. */
export const tempers: Readonly<Record<AgentKind, Temper>> = {
  perfect,
  clerk,
  'blind-retrier': {
    ...perfect,
    react: ({ kind, tries }) => {
      if (kind === 'bare_nothing') return 'accept';
      return tries < 4 ? 'resend' : 'give_up';
    },
  },
  looper: { ...perfect, repeatsFirst: true },
  hallucinator: { ...perfect, steps: takeInventedSteps, shape: inventTool },
  'over-caller': { ...perfect, addsNeedless: true },
  abstainer: { ...perfect, refuses: true },
  coercer: { ...perfect, shape: sendText },
  drifter: { ...clerk, shape: sendFurther },
  liar: { ...perfect, steps: (turn) => takeCarefulSteps(turn).slice(0, -1) },
};

const mendable: ReadonlySet<string> = new Set([
  'invalid_arguments',
  'invalid_json',
  'unknown_tool',
  'tool_batch_rejected',
]);
const unconfirmed: ReadonlySet<string> = new Set(['confirm_required', 'confirm_invalid']);
const passing: ReadonlySet<string> = new Set(['timeout', 'rate_limited', 'unavailable', 'bare']);

/** Tries again what may work again, corrects what an error names, reads back unknown outcomes. */
function reactWell(trouble: Trouble): Reaction {
  const { kind, tries } = trouble;
  if (kind === 'bare_nothing') return 'accept';
  if (trouble.canReplace) return 'replace';
  if (mendable.has(kind)) return tries < 4 ? 'resend' : 'give_up';
  if (unconfirmed.has(kind)) return 'restart';
  return passing.has(kind) && tries < (kind === 'bare' ? 3 : 2) ? tryAgain(trouble) : 'give_up';
}

function tryAgain({ kind, retryable, canReadBack }: Trouble): Reaction {
  if (canReadBack && !retryable) return 'read_back';
  return retryable || kind === 'bare' ? 'resend' : 'give_up';
}

function isBare({ kind }: Trouble): boolean {
  return kind === 'bare' || kind === 'bare_nothing';
}

function takeCarefulSteps({ steps }: PlayTurn): readonly PlayStep[] {
  return steps.filter((step) => step.careless !== true);
}

function takeInventedSteps(turn: PlayTurn): readonly PlayStep[] {
  const { invented } = turn;
  return invented === undefined ? takeCarefulSteps(turn) : [{ calls: () => invented }];
}

function sendSlip({ plan, corrected }: OutgoingCall): PlannedCall {
  return { tool: plan.tool, arguments: corrected ? plan.arguments : (plan.slip ?? plan.arguments) };
}

/** Calls a tool that does not exist, until it has been answered. */
function inventTool({ plan, tries }: OutgoingCall): PlannedCall {
  return { tool: tries === 0 ? `${plan.tool}_now` : plan.tool, arguments: plan.arguments };
}

/** Writes numbers as text, until an error says so. */
function sendText({ plan, corrected }: OutgoingCall): PlannedCall {
  return { tool: plan.tool, arguments: corrected ? plan.arguments : toText(plan.arguments) };
}

/** Sends its slip with each number ten times as large at every attempt. */
function sendFurther({ plan, tries }: OutgoingCall): PlannedCall {
  const slip = plan.slip ?? plan.arguments;
  const grown = Object.entries(slip).map(([key, value]) => [
    key,
    typeof value === 'number' && plan.slip !== undefined ? value * 10 ** tries : value,
  ]);
  return { tool: plan.tool, arguments: Object.fromEntries(grown) as JsonObject };
}

function toText(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, numberToText(value)]));
}

function numberToText(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'number' ? String(value) : value;
}
