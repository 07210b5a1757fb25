import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import { readToolList } from '../../tools/read-tool-list.ts';
import { isFileWord, type PromptfooSource, toItems } from './promptfoo-source.ts';

/** The models that a configuration asks, and the tools that it offers them. */
export interface PromptfooProviders {
  readonly toolsets: readonly { readonly id: string; readonly tools: readonly JsonObject[] }[];
  readonly models: readonly JsonObject[];
  readonly variants: readonly JsonObject[];
}

interface Provider {
  readonly path: string;
  readonly id: string;
  readonly label: string;
  readonly config: JsonObject;
}

/** Reads the providers of a configuration: models behind the APIs that toolrig asks; others are noted. */
export function readProviders(source: PromptfooSource, name: string): PromptfooProviders {
  const words = source.config['providers'] ?? source.config['targets'];
  const shelf = new Shelf(name);
  toItems(words).forEach((item, index) => {
    const path = Array.isArray(words) ? `providers[${index}]` : 'providers';
    const provider = readProvider(item, path);
    const model = provider === null ? null : toModel(provider);
    const tools = provider === null ? [] : readTools(provider, source);
    if (provider !== null && model !== null) {
      shelf.add(provider, model, tools);
      return;
    }
    source.left(path, `"${provider?.id ?? 'it'}" is not a model that is asked by name`);
    shelf.addTools(tools);
  });
  return shelf.finish();
}

type NamedModel = JsonObject & { readonly name: string };

/** Models and toolsets, each once. */
class Shelf {
  readonly #name: string;
  readonly #toolsets = new Map<string, PromptfooProviders['toolsets'][number]>();
  readonly #models = new Map<string, JsonObject>();
  readonly #variants = new Map<string, JsonObject>();
  readonly #spare: JsonObject[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  add({ label, config }: Provider, model: NamedModel, tools: readonly JsonObject[]): void {
    const key = JSON.stringify(tools);
    const id = `${this.#name}@${this.#toolsets.size + 1}`;
    const toolset = this.#toolsets.get(key) ?? { id, tools };
    this.#toolsets.set(key, toolset);
    if (!this.#models.has(model.name)) this.#models.set(model.name, model);
    const wanted = label === '' ? model.name : label;
    let name = wanted;
    for (let count = 2; this.#variants.has(name); count += 1) name = `${wanted}-${count}`;
    this.#variants.set(name, {
      name,
      model: model.name,
      toolset: toolset.id,
      ...toParams(config),
      ...(this.#variants.size === 0 ? { default: true } : {}),
    });
  }

  /** The tools of a provider that is not asked: they count where no other is. */
  addTools(tools: readonly JsonObject[]): void {
    const known = this.#spare.map(({ name }) => name);
    this.#spare.push(...tools.filter(({ name }) => !known.includes(name)));
  }

  /** Without any, a model that is to be named. */
  finish(): PromptfooProviders {
    if (this.#variants.size === 0) {
      const toolsets = [{ id: `${this.#name}@1`, tools: this.#spare }];
      return { toolsets, models: [{ name: 'model' }], variants: [] };
    }
    return {
      toolsets: [...this.#toolsets.values()],
      models: [...this.#models.values()],
      variants: [...this.#variants.values()],
    };
  }
}

function readProvider(item: JsonValue, path: string): Provider | null {
  if (typeof item === 'string') return { path, id: item, label: '', config: {} };
  if (!isJsonObject(item)) return null;
  const { id, label, config } = item;
  if (typeof id === 'string') {
    return {
      path,
      id,
      label: typeof label === 'string' ? label : '',
      config: isJsonObject(config) ? config : {},
    };
  }
  // A map of one id to its options.
  const [only] = Object.entries(item);
  if (only === undefined || !isJsonObject(only[1])) return null;
  const inner = only[1]['config'];
  return { path, id: only[0], label: '', config: isJsonObject(inner) ? inner : {} };
}

/** Providers that speak chat completions, by the first word of their ids. */
const chatProviders = new Set([
  'openai',
  'azure',
  'azureopenai',
  'openrouter',
  'groq',
  'mistral',
  'ollama',
  'vllm',
  'together',
  'togetherai',
  'deepseek',
  'fireworks',
  'localai',
  'xai',
  'cerebras',
  'llamafile',
  'openai-compatible',
  'litellm',
  'perplexity',
  'portkey',
]);
const kinds = new Set([
  'chat',
  'completion',
  'responses',
  'messages',
  'assistant',
  'embedding',
  'realtime',
  'image',
  'moderation',
  'agents',
]);

function toModel({ id, config }: Provider): NamedModel | null {
  const [vendor = '', ...rest] = id.split(':');
  const kind = kinds.has(rest[0] ?? '') ? (rest[0] ?? '') : '';
  const name = (kind === '' ? rest : rest.slice(1)).join(':');
  const api = toApi(vendor, kind);
  if (api === null || name === '') return null;
  const url = config['apiBaseUrl'];
  return {
    name,
    ...(api === 'chat' ? {} : { api }),
    ...(typeof url === 'string' && URL.canParse(url) ? { baseUrl: url } : {}),
  };
}

function toApi(vendor: string, kind: string): 'chat' | 'responses' | 'messages' | null {
  if (vendor === 'anthropic') return kind === 'completion' ? null : 'messages';
  if (!chatProviders.has(vendor)) return null;
  if (kind === 'responses') return 'responses';
  return kind === 'chat' || kind === '' ? 'chat' : null;
}

const paramNames = [
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'tool_choice',
  'seed',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'parallel_tool_calls',
  'reasoning_effort',
  'response_format',
];

function toParams(config: JsonObject): JsonObject {
  const params = paramNames.flatMap((name) => {
    const value = config[name];
    return value === undefined || isFileWord(value) ? [] : [[name, value] as const];
  });
  return params.length === 0 ? {} : { params: Object.fromEntries(params) };
}

/** Tools of a provider, without what only a provider runs itself. */
function readTools({ path, config }: Provider, source: PromptfooSource): readonly JsonObject[] {
  const tools: JsonObject[] = [];
  for (const field of ['tools', 'functions'] as const) {
    for (const [index, item] of toItems(config[field]).entries()) {
      const at = `${path}.config.${field}${Array.isArray(config[field]) ? `[${index}]` : ''}`;
      const value = isFileWord(item) ? source.readFile(item, at) : item;
      if (value === undefined) continue;
      const plain = Array.isArray(value)
        ? (value as readonly JsonValue[]).map(unwrap)
        : unwrap(value);
      const list = readToolList(isSingle(plain) ? [plain] : plain);
      if (!list.ok) {
        source.left(at, `expected ${list.expected}`);
        continue;
      }
      tools.push(...list.tools.map(toTool));
    }
  }
  return tools;
}

/** Amazon Bedrock puts a tool into `toolSpec`, and gateways into `definition`. */
function unwrap(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { toolSpec, definition } = value;
  if (isJsonObject(definition) && isJsonObject(definition['schema'])) return definition['schema'];
  if (!isJsonObject(toolSpec)) return value;
  const { inputSchema, ...rest } = toolSpec;
  const schema = isJsonObject(inputSchema) ? (inputSchema['json'] ?? inputSchema) : {};
  return { ...rest, parameters: schema };
}

function isSingle(value: JsonValue): boolean {
  return (
    isJsonObject(value) && (typeof value['name'] === 'string' || isJsonObject(value['function']))
  );
}

function toTool(tool: {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly returns: JsonObject | null;
  readonly effect: string | null;
}): JsonObject {
  const { name, description, parameters, returns, effect } = tool;
  return {
    name,
    description,
    effect: effect ?? 'irreversible',
    parameters,
    ...(returns === null ? {} : { returns }),
  };
}
