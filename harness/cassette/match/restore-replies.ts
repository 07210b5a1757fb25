import type { ChatMessage, ChatRequest } from '../../core/talk/chat.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { RigError } from '../../core/rig-error.ts';
import { toBodyText } from '../../redact/edit-body.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { TokenResolver } from '../../redact/resolve-tokens.ts';
import type { TokenPairs } from './match-text.ts';

/** What replies are restored with. */
export interface RestoreContext {
  readonly redactor: Redactor;
  /** What the suite says of a lane: a model may repeat it though the conversation does not have it in the same form. */
  readonly vocabulary: (lane: Lane) => unknown;
}

/** Gives stored replies back what redaction took out of them, as far as the suite and the conversation say it. */
export interface ReplyRestorer {
  /** A reply as the model gave it. What nothing leads back to stays a token. */
  restore(stored: Exchange, request: ChatRequest): Exchange;
  /** As `restore`, for the answer to a request besides the conversation. */
  restoreSide(stored: Exchange, body: JsonValue): Exchange;
  /** The tokens that nothing led back to so far. */
  readonly lost: ReadonlySet<string>;
  /** A value as a replay shows it: with the tokens that are lost, and no others. */
  asReplayed(value: JsonValue): JsonValue;
}

/** Where stored replies come from. */
export interface ReplySource {
  readonly lane: Lane;
  /** Of its tokens; `null` when a secret key made them. */
  readonly salt: string | null;
  /** Tokens that were met in the recorded and in the present conversation. */
  readonly pairs?: TokenPairs;
}

/** Creates the restorer of one trial. Nothing is done before a reply holds a token. */
export function createReplyRestorer(source: ReplySource, context: RestoreContext): ReplyRestorer {
  const { redactor } = context;
  const lost = new Set<string>();
  const known = new WeakSet<ChatMessage>();
  let resolver: TokenResolver | null = null;

  const open = (): TokenResolver => {
    if (resolver !== null) return resolver;
    resolver = redactor.createResolver(source.salt);
    resolver.learn(context.vocabulary(source.lane));
    return resolver;
  };
  const resolve = (stored: Exchange, hear: (resolver: TokenResolver) => void): Exchange => {
    if (!stored.frames.some((frame) => toBodyText([frame]).includes('[secret:'))) return stored;
    const opened = open();
    for (const [recorded, now] of source.pairs?.toNow ?? []) opened.pair(recorded, now);
    hear(opened);
    const frames = opened.resolveFrames(stored.frames);
    for (const token of toBodyText(frames).match(tokens) ?? []) lost.add(token);
    if (lost.size > 0 && !opened.isReadable) throw keyError(source.lane);
    return { ...stored, frames };
  };
  return {
    lost,
    restore: (stored, request) =>
      resolve(stored, (resolver) => {
        learn(request, { resolver, redactor, known });
      }),
    restoreSide: (stored, body) =>
      resolve(stored, (resolver) => {
        resolver.learn(body);
      }),
    asReplayed: (value) => open().resolveJson(redactor.redactJson(value), lost),
  };
}

const tokens = /\[secret:[0-9a-f]{8}\]/g;

/** What the model said before is known only as far as it is stored: it may hold what was lost. */
function learn(
  { messages, ...fields }: ChatRequest,
  {
    resolver,
    redactor,
    known,
  }: {
    readonly resolver: TokenResolver;
    readonly redactor: Redactor;
    readonly known: WeakSet<ChatMessage>;
  },
): void {
  resolver.learn(fields);
  for (const message of messages) {
    if (known.has(message)) continue;
    known.add(message);
    // A message is a JSON object.
    const said = message as unknown as JsonObject;
    resolver.learn(message.role === 'assistant' ? redactor.redactJson(said) : said);
  }
}

function keyError(lane: Lane): RigError {
  return new RigError(
    'REDACTION_KEY_MISSING',
    `Cannot replay lane "${lane.scenario}/${lane.variant}/${lane.plan}": its replies hold values that were redacted under a secret key, and that key is not at hand. Set TOOLRIG_REDACTION_KEY as it was when the lane was recorded, or record it without the variable`,
  );
}
