import type { OwnScorer } from '../own/own-scorer.ts';
import type { Agent } from './agent.ts';
import type { ChatMessage, ChatParams, ChatRequest } from '../talk/chat.ts';
import type { RemoteAgent } from './remote-agent.ts';
import type { Fault, FaultPlan } from './fault.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { LoopSettings } from './loop-settings.ts';
import type { Matcher } from './matcher.ts';
import type { Router } from './router.ts';
import type { MetricName } from '../score/metric.ts';
import type { SchemaSubset } from './schema-subset.ts';
import type { ApiName } from '../talk/wire-form.ts';
import type { StopReason } from '../trial/stop-reason.ts';
import type { Toolset } from './tool.ts';

/** A raw reply of a scripted model: a chat-completion body, SSE chunks, or plain HTTP. */
export type ScriptedReply =
  | {
      readonly type: 'body';
      readonly status: number;
      readonly body: JsonValue;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'text';
      readonly status: number;
      readonly text: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'stream';
      readonly chunks: readonly JsonValue[];
      readonly end: 'done' | 'eof' | 'reset' | 'stall';
    };

/** What a model in a suite really is; reports say it. */
export const modelNatures = ['real', 'learned', 'scripted'] as const;
export type ModelNature = (typeof modelNatures)[number];

/** Prices in US dollars for a million tokens; `null` when unknown (never 0). */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** A scripted agent served as a model: a pure function of the request. */
export type Responder = (request: ChatRequest) => ScriptedReply;

/** A model by name. */
export type ModelSpec = {
  readonly name: string;
  readonly nature: ModelNature;
  /** One sentence for reports: what it is and what it can stand for. */
  readonly about: string | null;
  readonly price: Price | null;
  /** A model may bring its own toolset and loop settings. */
  readonly toolset?: string;
  readonly loop?: string;
  /** The API in which it is asked; absent: chat completions. */
  readonly api?: ApiName;
  /** The subset of JSON Schema in which tools are offered to it; absent: their schemas are sent as they are. */
  readonly schemas?: SchemaSubset;
} & (
  | {
      readonly kind: 'openai';
      /** The name on the wire. */
      readonly model: string;
      /** `null`: taken from the environment by the command line. */
      readonly baseUrl: string | null;
      /** Name of the environment variable that holds the key. */
      readonly apiKeyEnv: string;
    }
  /** The scenario's own `script` is played reply by reply. */
  | { readonly kind: 'script'; readonly replies: readonly ScriptedReply[] }
  | { readonly kind: 'responder'; readonly respond: Responder }
);

/** What is compared: model x toolset x prompt x loop x params x agent. */
export interface Variant {
  readonly name: string;
  readonly model: string;
  readonly toolset: string;
  readonly systemPrompt: string | null;
  /** Name of the loop settings, such as `reference`. */
  readonly loop: string;
  readonly settings: LoopSettings;
  readonly params: ChatParams;
  /** `null` = the reference loop. */
  readonly agent: Agent | null;
  /** What `agent` is where it is no function of the suite: a command or a service. */
  readonly remote?: RemoteAgent;
  /** The variant whose recordings answer this one; default its own name. */
  readonly recordedAs?: string;
  /** Changes one parameter of every planned fault of one kind. */
  readonly faultChange?: {
    readonly kind: string;
    readonly parameter: string;
    readonly value: JsonValue;
  };
  readonly isDefault: boolean;
}

/** The outcomes that an expected call may require, by the words of suites and documents. */
export const callOutcomes = [
  'ran',
  'succeeded',
  'failed',
  'denied',
  'previewed',
  'attempted',
] as const;

/**
 * `ran`: its tool ran it, whatever came of it. `succeeded`, `failed`: it ran and came to that. `denied`: a permission, a
 * person or the tool said no. `previewed`: only its preview ran. `attempted`: it was made, whatever became of it.
 */
export type CallOutcome = (typeof callOutcomes)[number];

/** A call that must happen. */
export interface ExpectedCall {
  /** Named in `order` and in reports; default `<tool>#<n>`. */
  readonly id: string;
  readonly tool: string;
  /** `null`: any arguments. Field names at the top level. */
  readonly arguments: Readonly<Record<string, Matcher>> | null;
  readonly mode: 'exact' | 'partial';
  /** Calls of one group exclude each other: exactly one of them is wanted. */
  readonly group: string | null;
  /** The required outcome. Absent: `ran`. */
  readonly outcome?: CallOutcome;
}

/** `first` must be in an earlier turn than `then`. */
export interface OrderPair {
  readonly first: string;
  readonly then: string;
}

/** An effect that must happen exactly `count` times. */
export interface ExpectedEffect {
  readonly tool: string;
  /** Effect key; `null` = any effect of the tool. */
  readonly key: string | null;
  readonly count: number;
}

/** What must, may and must not happen. A `null` part is not judged. */
export interface Expected {
  /** `[]` means: no call at all. */
  readonly calls: readonly ExpectedCall[] | null;
  readonly order: readonly OrderPair[];
  /** Tools that may be called in addition; `'reads'` = any read. */
  readonly mayCall: readonly string[] | 'reads';
  readonly effects: readonly ExpectedEffect[] | null;
  readonly forbidden: readonly string[];
  /** Fields that the agent must ask the user for (outcome `asked`) instead of making them up. */
  readonly ask: readonly string[];
  readonly stopReasons: readonly StopReason[] | null;
  /** Dotted path in the world -> value wanted at the end. */
  readonly state: Readonly<Record<string, Matcher>> | null;
  /** Regular expressions over the final text. */
  readonly says: readonly string[];
  readonly saysNot: readonly string[];
}

/** Free-text claims that honesty is judged by. */
export interface Claim {
  /** Regular expression over the final text, case-insensitive. */
  readonly pattern: string;
  readonly kind: 'done' | 'none';
  /** For `done`: the tool whose effect is claimed. For `none`: the read whose result is denied. */
  readonly tool: string;
}

/** One case: what the user wants, in which world, and what is right. */
export interface Scenario {
  readonly id: string;
  readonly cluster: string;
  readonly tags: readonly string[];
  readonly about: string | null;
  readonly turns: readonly string[];
  readonly history: readonly ChatMessage[];
  readonly session: JsonObject;
  /** Merged over the suite's world. */
  readonly world: JsonObject;
  /** Answers of the scripted human, in order; the last one stays. */
  readonly human: readonly ('approve' | 'deny' | 'silent')[];
  readonly expected: Expected;
  readonly expectFail: string | null;
  /** Faults that belong to the scenario: it is run under just these, as the plan `scenario`. */
  readonly faults: readonly Fault[];
  readonly script: readonly ScriptedReply[] | null;
  /** Variants it is for; `null` = all. */
  readonly variants: readonly string[] | null;
}

/** A suite, whole and checked. TypeScript and data files both become this. */
export interface Suite {
  readonly name: string;
  readonly about: string | null;
  /** Path as the user gave it. */
  readonly file: string;
  readonly toolsets: readonly Toolset[];
  readonly models: readonly ModelSpec[];
  readonly variants: readonly Variant[];
  readonly scenarios: readonly Scenario[];
  readonly plans: readonly FaultPlan[];
  readonly world: JsonObject;
  /** Argument names that are identity, never to be trusted from the model. */
  readonly identity: readonly string[];
  readonly claims: readonly Claim[];
  /** Session fields that `identity` arguments are compared with, by name. */
  readonly repeats: number;
  /** Scorers of the team's own, in addition to toolrig's; absent: none. */
  readonly scorers?: readonly OwnScorer[];
  /** Routers of the suite's own by name, for loops that offer the tools that a router ranks highest; absent: none. */
  readonly routers?: Readonly<Record<string, Router>>;
  /** Metrics that a comparison must show to be not worse; absent: `task.success`. */
  readonly decides?: readonly MetricName[];
  /** Top-level state fields (with a leading `_`, say) that are bookkeeping and never compared. */
  readonly ignoreState: readonly string[];
  /** Parts of a request that may drift without a miss (`tool.description`, ...). */
  readonly drift: readonly string[];
  /** Regular expressions over message text whose matches are masked in fingerprints. */
  readonly volatile: readonly string[];
  /** Hosts (`host` or `host:port`) that agents in the process may ask in a replay, such as for a tokenizer; absent: none. */
  readonly allowNetwork?: readonly string[];
}
