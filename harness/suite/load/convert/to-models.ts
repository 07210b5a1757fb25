import type { ApiName } from '../../../core/talk/wire-form.ts';
import type { ModelSpec } from '../../../core/suite/suite.ts';
import type { ModelInput, ModelObject, SuiteInput } from '../../input/suite-input.ts';
import { toReplies } from './to-reply.ts';
import { toResponder } from './to-responder.ts';

/** The models of a suite; a suite whose scenarios bring scripts and that names none has the model `script`. */
export function toModels(
  suite: Pick<SuiteInput, 'model' | 'models' | 'scenarios'>,
): readonly ModelSpec[] {
  const inputs = [...(suite.model === undefined ? [] : [suite.model]), ...(suite.models ?? [])];
  if (inputs.length > 0) return inputs.map(toModel);
  const isScripted = suite.scenarios.some((scenario) => scenario.script !== undefined);
  return isScripted ? [toModel({ script: [] })] : [];
}

/** The name that a model goes by. */
export function nameModel(input: ModelInput): string {
  if (typeof input === 'string') return input;
  if (input.name !== undefined) return input.name;
  return input.script === undefined ? (input.model ?? '') : 'script';
}

function toModel(input: ModelInput): ModelSpec {
  const object: ModelObject = typeof input === 'string' ? { name: input } : input;
  const { respond, script } = object;
  const shared = toShared(object, respond === undefined && script === undefined);
  if (respond !== undefined) {
    return { ...shared, kind: 'responder', respond: toResponder(shared.name, respond) };
  }
  if (script !== undefined) return { ...shared, kind: 'script', replies: toReplies(script) };
  const {
    model = shared.name,
    baseUrl = null,
    apiKeyEnv = usualKeys[object.api ?? 'chat'],
  } = object;
  return { ...shared, kind: 'openai', model, baseUrl, apiKeyEnv };
}

/** Where a suite names no variable. */
const usualKeys: Readonly<Record<ApiName, string>> = {
  chat: 'OPENAI_API_KEY',
  responses: 'OPENAI_API_KEY',
  messages: 'ANTHROPIC_API_KEY',
};

function toShared(
  object: ModelObject,
  isOpen: boolean,
): Pick<ModelSpec, 'name' | 'nature' | 'about' | 'price' | 'toolset' | 'loop' | 'api' | 'schemas'> {
  const { nature = isOpen ? 'real' : 'scripted', about = null, price = null } = object;
  const { toolset, loop, api, schemas } = object;
  return {
    name: nameModel(object),
    nature,
    about,
    price,
    ...(toolset === undefined ? {} : { toolset }),
    ...(loop === undefined ? {} : { loop }),
    ...(api === undefined || api === 'chat' ? {} : { api }),
    ...(schemas === undefined ? {} : { schemas }),
  };
}
