import type { OwnFault } from '../../core/own/own-fault.ts';
import type { OwnScorer } from '../../core/own/own-scorer.ts';
import type { Agent } from '../../core/suite/agent.ts';
import { metricNames } from '../../core/score/metric.ts';
import { schemaSubsets } from '../../core/suite/schema-subset.ts';
import { apiNames } from '../../core/talk/wire-form.ts';
import type { Router } from '../../core/suite/router.ts';
import { modelNatures } from '../../core/suite/suite.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import type { ChatMessage, ChatParams } from '../../core/talk/chat.ts';
import { type AgentObject } from './agent-input.ts';
import { type ExpectedInput } from './expected-input.ts';
import type { FaultInput, PlanInput } from './fault-input.ts';
import {
  about,
  anyObject,
  anyText,
  as,
  fields,
  flag,
  type Format,
  type InputOf,
  list,
  name,
  need,
  object,
  oneOf,
  oneOrSeveral,
  record,
  refer,
  whole,
} from './format.ts';
import type { LoopInput } from './loop-input.ts';
import { choose, type ReplyInput } from './reply-input.ts';
import { type ToolsetInput, type ToolsInput, toolsFormat } from './tool-input.ts';

const agent: Format<AgentObject> = refer('agent');
const replies: Format<readonly ReplyInput[]> = refer('replies');
const params: Format<ChatParams> = refer('params');
const dollars = as<number>({ type: 'number', minimum: 0 });

export const paramsFormat = as<ChatParams>({
  type: 'object',
  description: 'Request parameters, as on the wire.',
  propertyNames: { not: { enum: ['model', 'messages', 'tools'] } },
});

const modelFields = fields({
  name,
  model: about('The name on the wire.', name),
  api: about(
    'The API in which it is asked: chat completions (the default), OpenAI Responses or Anthropic Messages.',
    oneOf(apiNames),
  ),
  schemas: about(
    'A subset of JSON Schema that the provider takes: the reference loop offers tools in it. Default: schemas are sent as they are.',
    oneOf(schemaSubsets),
  ),
  baseUrl: as<string>({
    type: 'string',
    description: 'Default: taken from the environment.',
    format: 'uri',
  }),
  apiKeyEnv: about('Name of the environment variable that holds the key.', name),
  nature: oneOf(modelNatures),
  about: about('One sentence for reports.', anyText),
  price: about(
    'US dollars for a million tokens.',
    object({ inputPerMillion: need(dollars), outputPerMillion: need(dollars) }),
  ),
  toolset: anyText,
  loop: anyText,
  script: replies,
});

/** A model in full. What it is follows from `script` or `respond`; with neither it is `openai`. */
export type ModelObject = InputOf<typeof modelFields> & {
  /** A scripted agent served as a model: a pure function from the request to a reply in any form of a script. TypeScript only. */
  readonly respond?: (request: ChatRequest) => ReplyInput;
};

/** A model: a name alone is a model behind an OpenAI-compatible endpoint. */
export type ModelInput = string | ModelObject;

export const modelFormat: Format<ModelInput> = as({
  type: ['string', 'object'],
  minLength: 1,
  description: 'A name alone is a model behind an OpenAI-compatible endpoint.',
  ...modelFields.schema,
});

export const variantFormat = about(
  'One of the things that are compared.',
  object({
    name: need(name),
    model: about('Default: the first model.', anyText),
    toolset: about("Default: the model's own, else the first.", anyText),
    release: about(
      'A gray release: a share of the conversations gets another toolset.',
      object({
        toolset: need(about('The new one.', anyText)),
        share: need(
          as<number>({
            type: 'number',
            minimum: 0,
            maximum: 1,
            description: 'Of the conversations.',
          }),
        ),
        key: about(
          'A field of the session that tells conversations apart. Default: the scenario.',
          name,
        ),
      }),
    ),
    switch: about(
      'A change in the middle of each conversation: from a text of the user on, another toolset is in force.',
      object({
        toolset: need(about('The later one.', anyText)),
        turn: need(
          as<number>({
            type: 'integer',
            minimum: 2,
            description: 'Which text of the user is the first under the later toolset, from 1.',
          }),
        ),
      }),
    ),
    prompt: about('A name in `prompts`.', anyText),
    systemPrompt: as<string | null>({ type: ['string', 'null'] }),
    loop: about("Default: the model's own, else `reference`.", anyText),
    params,
    agent: as<AgentObject | null>({
      ...choose({ type: 'null' }, {}, agent.schema),
      description: "Default: the suite's; `null` = the reference loop.",
    }),
    default: flag,
  }),
);

/** One of the things that are compared. */
export type VariantInput = Omit<InputOf<typeof variantFormat>, 'agent'> & {
  /** Default: the suite's; `null` = the reference loop. A function in TypeScript only. */
  readonly agent?: Agent | AgentObject | null;
};

const toolCall = object({
  id: need(anyText),
  type: need(as<'function'>({ const: 'function' })),
  function: need(object({ name: need(anyText), arguments: need(anyText) })),
});
const role = as<never>({});

export const messageFormat: Format<ChatMessage> = as({
  type: 'object',
  properties: { role: { enum: ['system', 'user', 'assistant', 'tool'] } },
  required: ['role'],
  ...choose(
    { properties: { role: { const: 'assistant' } } },
    fields({
      role,
      content: need(as<string | null>({ type: ['string', 'null'] })),
      tool_calls: list(toolCall, 1),
    }).schema,
    choose(
      { properties: { role: { const: 'tool' } } },
      fields({ role, tool_call_id: need(anyText), content: need(anyText) }).schema,
      fields({ role, content: need(anyText) }).schema,
    ),
  ),
});

export const humanAnswerFormat = oneOf(['approve', 'deny', 'silent']);

/** What a scripted human says when asked to confirm. */
export type HumanAnswer = InputOf<typeof humanAnswerFormat>;

const humanAnswer: Format<HumanAnswer> = refer('humanAnswer');

export const scenarioFormat = about(
  'One case.',
  object({
    id: need(name),
    cluster: about('Cases of one cluster are not independent. Default: the id.', name),
    tags: list(name),
    about: anyText,
    user: need(
      as<string | readonly string[]>({
        ...oneOrSeveral.schema,
        description: "What the user says, one text for each of the user's turns.",
        minItems: 1,
      }),
    ),
    history: about('A conversation begun earlier.', list(refer<ChatMessage>('message'))),
    session: about('Who asks: user, tenant, permissions.', anyObject),
    world: about("Merged over the suite's.", as<object>({ type: 'object' })),
    human: as<HumanAnswer | readonly HumanAnswer[]>({
      type: ['string', 'array'],
      description: 'Answers of the scripted human, in order; the last one stays.',
      ...choose({ type: 'string' }, humanAnswer.schema, {
        minItems: 1,
        items: humanAnswer.schema,
      }),
    }),
    expected: need(refer<ExpectedInput>('expected')),
    expectFail: about('Why it is known to fail.', name),
    faults: list(refer<FaultInput>('fault')),
    script: replies,
    variants: about('Names of the variants it is for.', list(name, 1)),
  }),
);

/** One case. */
export type ScenarioInput = InputOf<typeof scenarioFormat>;

export const claimFormat = about(
  'A claim in free text that honesty is judged by.',
  object({
    pattern: need(about('Regular expression over the final text, case-insensitive.', name)),
    kind: need(oneOf(['done', 'none'])),
    tool: need(name),
  }),
);

export const suiteFormat = object({
  $schema: about('For editors; not read.', anyText),
  version: as<1>({ const: 1, description: 'Of this format.' }),
  name: about('Default: the name of the folder or file.', name),
  about: anyText,
  tools: about<ToolsInput>('Short for one toolset `main@1`.', toolsFormat),
  toolsets: list(refer<ToolsetInput>('toolset'), 1),
  model: refer<ModelInput>('model'),
  models: list(refer<ModelInput>('model'), 1),
  agent,
  prompts: about('Texts by name.', record(anyText)),
  systemPrompt: about('For variants that name no prompt.', anyText),
  loops: about(
    'Loop settings by name; `reference` is always there.',
    record(refer<LoopInput>('loop')),
  ),
  params,
  variants: list(refer<VariantInput>('variant'), 1),
  scenarios: need(list(refer<ScenarioInput>('scenario'), 1)),
  plans: list(refer<PlanInput>('plan')),
  world: about('The world before each trial.', as<object>({ type: 'object' })),
  session: about('Who asks, in scenarios that do not say.', anyObject),
  identity: about('Argument names that are identity: never trusted from the model.', list(name)),
  claims: list(refer<InputOf<typeof claimFormat>>('claim')),
  repeats: about('Trials of each scenario.', whole(1)),
  decides: about(
    'Metrics that a comparison must show to be not worse. Default: task.success.',
    list(oneOf(metricNames), 1),
  ),
  ignoreState: about('Top-level fields of the world that are never compared.', list(name)),
  drift: about('Parts of a request that may drift without a miss.', list(name)),
  volatile: about('Regular expressions over message text, masked in fingerprints.', list(name)),
  allowNetwork: about(
    'Hosts (`host` or `host:port`) that may be asked in a replay, such as by an SDK that fetches a tokenizer.',
    list(name),
  ),
});

/** A suite as people write it, in TypeScript (`defineSuite`) or as data; `README.md` here explains each field. */
export type SuiteInput = Omit<InputOf<typeof suiteFormat>, 'agent'> & {
  /** For variants that name none. Default: the reference loop. A function in TypeScript only. */
  readonly agent?: Agent | AgentObject;
  /** Custom metrics, made with `defineScorer`. In TypeScript only. */
  readonly scorers?: readonly OwnScorer[];
  /** Routers by name, for loops that offer the tools that a router ranks highest. In TypeScript only. */
  readonly routers?: Readonly<Record<string, Router>>;
  /** Custom kinds of faults, made with `defineFault`. In TypeScript only. */
  readonly faultKinds?: readonly OwnFault[];
};
