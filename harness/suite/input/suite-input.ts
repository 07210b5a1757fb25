import type { Agent } from '../../core/suite/agent.ts';
import type { ChatMessage, ChatParams } from '../../core/talk/chat.ts';
import type { JsonObject } from '../../json/json.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { Claim, ModelNature, Price, Responder } from '../../core/suite/suite.ts';
import type { ExpectedInput } from './expected-input.ts';
import type { FaultInput } from './fault-input.ts';
import type { LoopInput } from './loop-input.ts';
import type { ReplyInput } from './reply-input.ts';
import type { ToolInput } from './tool-input.ts';

/** A suite as people write it, in TypeScript (`defineSuite`) or as data; `README.md` here explains each field. */
export interface SuiteInput {
  /** For editors; not read. */
  readonly $schema?: string;
  /** Of this format. Default 1, the only one. */
  readonly version?: 1;
  /** Default: the name of the folder or file. */
  readonly name?: string;
  readonly about?: string;
  /** Short for one toolset `main@1`. */
  readonly tools?: readonly ToolInput[];
  readonly toolsets?: readonly ToolsetInput[];
  /** Short for one model. */
  readonly model?: ModelInput;
  readonly models?: readonly ModelInput[];
  /** Texts by name, for `prompt` in variants. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** For variants that name no prompt. */
  readonly systemPrompt?: string;
  /** Loop settings by name; `reference` is always there. */
  readonly loops?: Readonly<Record<string, LoopInput>>;
  /** For variants that say no other. */
  readonly params?: ChatParams;
  /** Default: one for each model, the first being the default; a single one is called `reference`. */
  readonly variants?: readonly VariantInput[];
  readonly scenarios: readonly ScenarioInput[];
  readonly plans?: readonly PlanInput[];
  /** The world before each trial: data that JSON can carry. */
  readonly world?: object;
  /** Who asks, in scenarios that do not say. */
  readonly session?: JsonObject;
  /** Argument names that are identity: never trusted from the model. */
  readonly identity?: readonly string[];
  readonly claims?: readonly Claim[];
  /** Trials of each scenario. Default 1. */
  readonly repeats?: number;
  /** Metrics that a comparison must show to be not worse. Default `task.success`. */
  readonly decides?: readonly MetricName[];
  /** Top-level fields of the world that are bookkeeping and never compared. */
  readonly ignoreState?: readonly string[];
  /** Parts of a request that may drift without a miss. */
  readonly drift?: readonly string[];
  /** Regular expressions over message text, masked in fingerprints. */
  readonly volatile?: readonly string[];
}

/** A version of the tools. */
export interface ToolsetInput {
  /** Such as `orders@2`. */
  readonly id: string;
  readonly tools: readonly ToolInput[];
  /** What changed against the version before. */
  readonly note?: string;
}

/** A model: a name alone is a model behind an OpenAI-compatible endpoint. */
export type ModelInput = string | ModelObject;

/** A model in full. What it is follows from `script` or `respond`; with neither it is `openai`. */
export interface ModelObject {
  /** Default: `script` for a scripted model, else the name on the wire. */
  readonly name?: string;
  /** The name on the wire. Default: `name`. */
  readonly model?: string;
  /** Default: taken from the environment. */
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. Default `OPENAI_API_KEY`. */
  readonly apiKeyEnv?: string;
  /** Default: `scripted` with `script` or `respond`, else `real`. */
  readonly nature?: ModelNature;
  readonly about?: string;
  /** US dollars for a million tokens. */
  readonly price?: Price;
  readonly toolset?: string;
  readonly loop?: string;
  /** Replies in order, for scenarios without a `script` of their own. */
  readonly script?: readonly ReplyInput[];
  /** A scripted agent served as a model. TypeScript only. */
  readonly respond?: Responder;
}

/** One of the things that are compared. */
export interface VariantInput {
  readonly name: string;
  /** Default: the first model. */
  readonly model?: string;
  /** Default: the model's own, else the first toolset. */
  readonly toolset?: string;
  /** A name in `prompts`. */
  readonly prompt?: string;
  /** A text of its own; `null` = none. */
  readonly systemPrompt?: string | null;
  /** Default: the model's own, else `reference`. */
  readonly loop?: string;
  /** Merged over the suite's. */
  readonly params?: ChatParams;
  /** TypeScript only; default: the reference loop. */
  readonly agent?: Agent;
  readonly default?: boolean;
}

/** Named faults that are run as one plan. */
export interface PlanInput {
  readonly name: string;
  readonly faults: readonly FaultInput[];
}

/** One case. */
export interface ScenarioInput {
  readonly id: string;
  /** Cases of one cluster are not independent. Default: the id. */
  readonly cluster?: string;
  readonly tags?: readonly string[];
  readonly about?: string;
  /** What the user says, one text for each of the user's turns. */
  readonly user: string | readonly string[];
  /** A conversation begun earlier. */
  readonly history?: readonly ChatMessage[];
  /** Merged over the suite's. */
  readonly session?: JsonObject;
  /** Merged over the suite's, field by field. */
  readonly world?: object;
  /** Answers of the scripted human, in order; the last one stays. Default `approve`. */
  readonly human?: HumanAnswer | readonly HumanAnswer[];
  readonly expected: ExpectedInput;
  /** Why this scenario is known to fail. */
  readonly expectFail?: string;
  readonly faults?: readonly FaultInput[];
  /** Replies of a scripted model in this scenario. */
  readonly script?: readonly ReplyInput[];
  /** Names of the variants it is for. Default: all. */
  readonly variants?: readonly string[];
}

/** What a scripted human says when asked to confirm. */
export type HumanAnswer = 'approve' | 'deny' | 'silent';
