import { RigError } from '../core/rig-error.ts';
import type { Responder, ScriptedReply } from '../core/suite/suite.ts';
import type { ChatRequest, ChatTool } from '../core/talk/chat.ts';
import { followPlaybook } from './follow-playbook.ts';
import type { GiveUp, Handbook, PlannedCall, Playbook, PlayTurn } from './playbook.ts';
import { type Conversation, readConversation, type SaidBatch } from './read-conversation.ts';
import { SeenLog } from './seen-log.ts';
import type { OutgoingCall, Temper } from './temper.ts';
import { type AgentKind, tempers } from './tempers.ts';
import { type Saying, toReply } from './to-reply.ts';

/**
 * Creates a scripted agent: a model whose answers are known beforehand, for calibrating scorers and for recordings
 * without a real model. It has no state: each request is read from its first message on, so the same request gets
 * the same bytes. A conversation that no playbook knows is answered with a 400.
 *
 * @throws RigError `PLAYBOOKS_ALIKE` when two playbooks have the same first message.
 */
export function createScriptedAgent(kind: AgentKind, handbook: Handbook): Responder {
  const byOpening = new Map<string, Playbook>();
  for (const playbook of handbook.playbooks) {
    const opening = playbook.turns[0]?.user ?? '';
    const other = byOpening.get(opening);
    if (other !== undefined) {
      throw new RigError(
        'PLAYBOOKS_ALIKE',
        `Cannot tell the playbooks "${other.name}" and "${playbook.name}" apart: both begin with "${opening}"`,
      );
    }
    byOpening.set(opening, playbook);
  }
  const temper = tempers[kind];
  return (request) => {
    const conversation = readConversation(request.messages);
    const playbook = byOpening.get(conversation.userTexts[0] ?? '');
    const turn = playbook?.turns[conversation.userTexts.length - 1];
    if (
      playbook === undefined ||
      turn === undefined ||
      turn.user !== conversation.userTexts.at(-1)
    ) {
      return toUnknown(request);
    }
    const scene: Scene = { handbook, playbook, turn, conversation, tools: request.tools ?? [] };
    return toReply(request, answer(scene, temper));
  };
}

interface Scene {
  readonly handbook: Handbook;
  readonly playbook: Playbook;
  readonly turn: PlayTurn;
  readonly conversation: Conversation;
  readonly tools: readonly ChatTool[];
}

function answer(scene: Scene, temper: Temper): Saying {
  const { handbook, playbook, turn } = scene;
  const words = phrases[playbook.language];
  if (temper.refuses === true) return { text: words.refuse };
  const { earlier, batches } = splitBatches(scene.conversation);
  const seen = new SeenLog(scene.tools);
  for (const batch of earlier) seen.add(batch);
  const now = temper.repeatsFirst === true ? [] : batches;
  const move = followPlaybook({ turn, batches: now, seen, readBacks: handbook.readBacks }, temper);
  switch (move.type) {
    case 'say':
      return { text: move.text };
    case 'give_up':
      return { text: turn.onGiveUp?.[move.why]?.(seen) ?? words[move.why] };
    case 'call':
      return { calls: shape(move.calls, temper, handbook.needless) };
  }
}

/** Batches before the last message of the user, and since. */
function splitBatches({ userTexts, batches }: Conversation): {
  readonly earlier: readonly SaidBatch[];
  readonly batches: readonly SaidBatch[];
} {
  const now = userTexts.length - 1;
  return {
    earlier: batches.filter((batch) => batch.turn < now),
    batches: batches.filter((batch) => batch.turn === now),
  };
}

function shape(
  calls: readonly OutgoingCall[],
  temper: Temper,
  needless: PlannedCall,
): readonly PlannedCall[] {
  const said = calls.map((call) => temper.shape(call));
  return temper.addsNeedless === true ? [...said, needless] : said;
}

function toUnknown(request: ChatRequest): ScriptedReply {
  const message = `The scripted agent "${request.model}" has no playbook for this conversation`;
  return {
    type: 'body',
    status: 400,
    body: {
      error: { message, type: 'invalid_request_error', param: 'messages', code: 'no_playbook' },
    },
  };
}

/** What scripted agents say when a playbook has no words of its own. */
const phrases: Readonly<Record<Playbook['language'], Readonly<Record<GiveUp | 'refuse', string>>>> =
  {
    en: {
      denied: 'I am not allowed to do that, so nothing was changed.',
      failed: 'That did not work, so I have stopped here.',
      unknown:
        'I could not find out whether that worked. Somebody has to look at it before it is tried again.',
      refuse: 'I am sorry, I cannot help with that.',
    },
    zh: {
      denied: '抱歉,这个操作没有获得许可,所以没有做任何改动。',
      failed: '抱歉,这个操作没有成功,我先停在这里。',
      unknown: '我无法确认这个操作是否已经生效,请先由同事核对,再决定要不要重试。',
      refuse: '抱歉,这件事我帮不上忙。',
    },
  };
