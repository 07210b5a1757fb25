import type { JsonObject } from '../../json/json.ts';
import { agentFormat } from './agent-input.ts';
import { expectedCallFormat, expectedFormat, stopReasonFormat } from './expected-input.ts';
import { faultFormat, planFormat } from './fault-input.ts';
import type { Format } from './format.ts';
import { loopFormat } from './loop-input.ts';
import { repliesFormat, replyFormat, saidCallFormat, streamEndFormat } from './reply-input.ts';
import {
  claimFormat,
  humanAnswerFormat,
  messageFormat,
  modelFormat,
  paramsFormat,
  scenarioFormat,
  suiteFormat,
  variantFormat,
} from './suite-input.ts';
import { matcherFormat, resultFormat, toolFormat, toolsetFormat } from './tool-input.ts';

const definitions: Readonly<Record<string, Format<unknown>>> = {
  matcher: matcherFormat,
  tool: toolFormat,
  result: resultFormat,
  toolset: toolsetFormat,
  replies: repliesFormat,
  reply: replyFormat,
  streamEnd: streamEndFormat,
  saidCall: saidCallFormat,
  model: modelFormat,
  agent: agentFormat,
  loop: loopFormat,
  variant: variantFormat,
  params: paramsFormat,
  fault: faultFormat,
  expectedCall: expectedCallFormat,
  expected: expectedFormat,
  stopReason: stopReasonFormat,
  message: messageFormat,
  scenario: scenarioFormat,
  humanAnswer: humanAnswerFormat,
  plan: planFormat,
  claim: claimFormat,
};

/** JSON Schema of a suite: what `parse-suite` judges by, and what the package publishes for editors. */
export const suiteSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'toolrig suite',
  description: 'A suite of scenarios for tool calling, as data. Version 1.',
  ...suiteFormat.schema,
  $defs: Object.fromEntries(
    Object.entries(definitions).map(([name, { schema }]) => [name, schema]),
  ),
};
