import { followPlaybook } from '../../agent/follow-playbook.ts';
import type { PlannedCall, PlayStep, ReadBack } from '../../agent/playbook.ts';
import { readConversation } from '../../agent/read-conversation.ts';
import { SeenLog } from '../../agent/seen-log.ts';
import { tempers } from '../../agent/tempers.ts';
import { toReply as toSaidReply } from '../../agent/to-reply.ts';
import type { Recording } from '../../cassette/lane/parse-recording.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Provider } from '../../core/talk/model.ts';
import type { ExpectedCall } from '../../core/suite/suite.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { toScriptedExchange } from '../../dialect/scripted-exchange.ts';
import type { TrialJob } from '../plan/trial-job.ts';
import { toExampleArguments } from './to-example.ts';

/**
 * Creates a model that answers as the real one likely will: as it did when the same trial was recorded before, else as the
 * scenario expects, one call a turn, with the sense of the scripted agent `perfect` where something fails.
 *
 * @param known The recording of this trial, or of another repeat of it.
 */
export function createForecast(job: TrialJob, known: Recording | null): Provider {
  const steps = toSteps(job);
  const readBacks = toReadBacks(toolsOf(job));
  return {
    provenance: 'scripted',
    send: async (request, position) => {
      const recorded = known?.attempts.find(
        ({ turn, attempt }) => turn === position.turn && attempt === position.attempt,
      );
      const reply = recorded?.exchange ?? toReply(request, { job, steps, readBacks });
      return await Promise.resolve(reply);
    },
  };
}

interface Forecast {
  readonly job: TrialJob;
  readonly steps: readonly PlayStep[];
  readonly readBacks: Readonly<Record<string, ReadBack>>;
}

function toReply(request: ChatRequest, forecast: Forecast): ReturnType<typeof toScriptedExchange> {
  const { userTexts, batches } = readConversation(request.messages);
  const now = userTexts.length - 1;
  const seen = new SeenLog(request.tools ?? []);
  for (const batch of batches) if (batch.turn < now) seen.add(batch);
  const isLast = (userTexts.at(-1) ?? '') === forecast.job.scenario.turns.at(-1);
  const turn = { user: '', steps: isLast ? forecast.steps : [], say: () => words };
  const open = {
    turn,
    batches: batches.filter((batch) => batch.turn === now),
    seen,
    readBacks: forecast.readBacks,
  };
  const move = followPlaybook(open, tempers.perfect);
  const saying =
    move.type === 'call'
      ? { calls: move.calls.map((call) => tempers.perfect.shape(call)) }
      : { text: words };
  return toScriptedExchange(toSaidReply(request, saying));
}

/** An answer of a usual length. */
const words = 'This is what was found, and that is what was done about it. '.repeat(4);

/** One step for each expected call; of calls that exclude each other, the first. All belong to the last message of the user. */
function toSteps(job: TrialJob): readonly PlayStep[] {
  const tools = toolsOf(job);
  const groups = new Set<string>();
  return toWanted(job).flatMap((call) => {
    if (call.group !== null && groups.has(call.group)) return [];
    if (call.group !== null) groups.add(call.group);
    const tool = tools.find(({ name }) => name === call.tool);
    return tool === undefined ? [] : toCallSteps(toExampleArguments(call, tool), tool);
  });
}

type WantedCall = Pick<ExpectedCall, 'tool' | 'arguments' | 'group'>;

/** Where no calls are expected explicitly, the expected effects suggest them; without either, one call is likely. */
function toWanted(job: TrialJob): readonly WantedCall[] {
  const { calls, effects } = job.scenario.expected;
  if (calls !== null) return calls;
  const toCall = (tool: string): WantedCall => ({ tool, arguments: null, group: null });
  if (effects !== null) {
    return effects.flatMap(({ tool, count }) => Array.from({ length: count }, () => toCall(tool)));
  }
  return toolsOf(job)
    .slice(0, 1)
    .map(({ name }) => toCall(name));
}

/** A tool that requires a token is previewed first. */
function toCallSteps(args: PlannedCall['arguments'], { name, confirm }: Tool): readonly PlayStep[] {
  const call = { tool: name, arguments: args };
  if (confirm !== 'token') return [{ calls: () => [call] }];
  return [
    { calls: () => [call] },
    {
      calls: (seen) => {
        const token = seen.field(name, 'confirm_token');
        return token === null ? [] : [{ tool: name, arguments: { ...args, confirm_token: token } }];
      },
    },
  ];
}

function toReadBacks(tools: readonly Tool[]): Readonly<Record<string, ReadBack>> {
  return Object.fromEntries(
    tools.flatMap(({ name, reconcile }) => (reconcile === undefined ? [] : [[name, reconcile]])),
  );
}

function toolsOf({ suite, variant }: TrialJob): readonly Tool[] {
  return suite.toolsets.find(({ id }) => id === variant.toolset)?.tools ?? [];
}
