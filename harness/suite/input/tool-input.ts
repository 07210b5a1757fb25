import { effectGrades } from '../../core/suite/effect-grade.ts';
import { type BackEnd, coerceRules, type Tool } from '../../core/suite/tool.ts';
import { toolErrorKinds } from '../../core/trial/tool-error.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import {
  about,
  anyObject,
  anyText,
  anyValue,
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
  record,
  refer,
  whole,
} from './format.ts';

/** A value that is compared; in the schema, with the words of expectations. */
export const matcher: Format<JsonValue> = refer('matcher');

export const matcherFormat = as<JsonValue>({
  description:
    'A plain value means equality. An object with one of these words, at any depth, means what the word says.',
  properties: toProperties({
    $equal: 'Exactly this value, also where it has keys that begin with `$`.',
    $anyOf: 'A list of expectations, of which one fits.',
    $optional: 'May be absent; what is there must fit this expectation.',
    $absent: '`true`: the field must not be there.',
    $any: '`true`: any value, but one must be there.',
    $number:
      'The digits of a number as text, however many, or `{ value, kind }`: `integer` is written 5, `float` 5.0.',
    $range: '`{ min, max }`: a number, or a date, between both, included.',
    $near: '`{ value, tolerance }`: a number at most `tolerance` away.',
    $text:
      'A text in which case and space do not matter, or `{ value, ignore: [case, space, punctuation, quotes], characters }`.',
    $pattern: 'A text in which this regular expression finds something, or `{ pattern, flags }`.',
    $date: 'A day, however it is written, or `{ min, max }`.',
    $set: 'A list with items that meet these expectations, in any order.',
    $partial: 'An object with at least these fields.',
  }),
});

function toProperties(words: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(words).map(([word, description]) => [word, { description }]),
  );
}

export const resultFormat = about(
  'One result of a tool.',
  object({
    when: about(
      'Argument -> value; arguments that are not named may be anything.',
      record(matcher),
    ),
    status: about('Default `success`.', oneOf(['success', 'empty', 'denied', 'error'])),
    give: about('The value; `{field}` is replaced by that argument.', anyValue),
    meaning: about('What an empty result means.', anyText),
    error: about(
      'For `denied` and `error`.',
      object({
        kind: oneOf(toolErrorKinds),
        message: anyText,
        retryable: about('The same call again may work.', flag),
        recoverable: about('Whether the model can correct it.', flag),
        hint: anyText,
        next: about('What to do next.', anyText),
        example: anyValue,
      }),
    ),
  }),
);

const reconcile = object({
  tool: need(about('A read.', name)),
  arguments: about('Argument of the read -> `{field}` of the write, or a fixed value.', anyObject),
  happened: about('Dotted path in the result -> value; all fit = it happened.', record(matcher)),
});

const effects = object({
  key: need(
    about(
      'Argument fields whose values, joined with `/`, name the thing that must happen once.',
      list(name, 1),
    ),
  ),
  set: about(
    'Dotted path in the world -> value; `{field}` is replaced by that argument.',
    anyObject,
  ),
});

export const toolFormat = about(
  'A tool.',
  object({
    name: need(about('As the model sees it: letters, digits, `_` and `-`, at most 64.', name)),
    description: need(about('As the model sees it.', anyText)),
    parameters: need(
      as<JsonObject>({
        description: 'JSON Schema of the arguments: 2020-12, or draft-07 when `$schema` says so.',
      }),
    ),
    effect: need(
      about(
        'What the tool does to the world: nothing, a write that may repeat, a write that must happen at most once.',
        oneOf(effectGrades),
      ),
    ),
    version: about('Of this tool.', anyText),
    category: about('Free; a loop may always offer the tools of a category.', anyText),
    tags: about('Free; a loop may always offer the tools with a tag.', list(name)),
    roles: about('Roles (`session.role`) that may use it; default: all.', list(name, 1)),
    phases: about(
      'Phases in which a loop that offers tools by phase offers it; default: all.',
      list(name, 1),
    ),
    fallback: about('For a read: another read, named to the model when this one is down.', name),
    returns: as<JsonObject>({ description: 'JSON Schema of the result.' }),
    confirm: about(
      '`token`: a call without `confirm_token` is a preview. `human`: a scripted human decides.',
      oneOf(['none', 'token', 'human']),
    ),
    preview: about('What a preview answers; `{field}` is replaced by that argument.', anyValue),
    reconcile: about('How an unknown write is read back.', reconcile),
    polling: about('Exempt from the repeat guard.', flag),
    time: about('`real`: the handler does real I/O.', oneOf(['virtual', 'real'])),
    timeoutMs: about('Milliseconds.', whole(1)),
    maxResultChars: about('Longer results are cut.', whole(1)),
    keyFields: about('Arguments that make the idempotency key.', list(name, 1)),
    coerce: about(
      'Argument -> how it is normalised before keys and repeats are compared.',
      record(oneOf(coerceRules)),
    ),
    serviceDedupe: about(
      'The service behind the tool answers a repeated idempotency key with the first result.',
      flag,
    ),
    requires: about(
      'Permissions (in `session.permissions`) without which the call is denied.',
      list(name, 1),
    ),
    example: about('Valid arguments, shown in errors.', anyObject),
    effectKey: about(
      'With a back end (TypeScript): arguments that name the effect that a success is taken for.',
      list(name, 1),
    ),
    results: about(
      'What the tool answers. Entries with the same `when` are one sequence, of which the last one stays; the first `when` that fits serves.',
      list(refer<StubResultInput>('result'), 1),
    ),
    effects: about('The effects rule of a write.', effects),
  }),
);

/** One result of a tool as data. */
export type StubResultInput = InputOf<typeof resultFormat>;

/** How an unknown write is read back, as data. */
export type StubReconcileInput = Required<InputOf<typeof reconcile>>;

/** A tool as data: everything of a tool but its functions, with results instead of a handler. */
export type StubToolInput = Omit<InputOf<typeof toolFormat>, 'reconcile'> & {
  readonly reconcile?: StubReconcileInput;
  readonly backEnd?: undefined;
};

/** A tool whose work a real service does, opened for each trial. TypeScript only. */
export type LiveToolInput = Omit<Tool, 'handler' | 'backEnd'> & { readonly backEnd: BackEnd };

/** A tool with a handler (`defineTool`), with a back end, or one whose results are written down. */
export type ToolInput = Tool | LiveToolInput | StubToolInput;

const confirmed = object({
  effect: about(
    'What the tool does to the world: confirms or corrects the hints of the server.',
    oneOf(effectGrades),
  ),
  effects: about(
    'For a write: the arguments whose values name the effect that a success is taken for. Without it, effects are not measured.',
    object({ key: need(list(name, 1)) }),
  ),
  description: about('In place of the one that the server gives.', name),
  inside: about(
    'Arguments that are paths and must be inside the folder of the trial. Default: those that are named like paths.',
    list(name),
  ),
  confirm: oneOf(['none', 'human']),
  polling: about('Exempt from the repeat guard.', flag),
  timeoutMs: about('Milliseconds.', whole(1)),
  maxResultChars: about('Longer results are cut.', whole(1)),
  keyFields: about('Arguments that make the idempotency key.', list(name, 1)),
  coerce: record(oneOf(coerceRules)),
  requires: about('Permissions (in `session.permissions`).', list(name, 1)),
  category: about('Free; a loop may always offer the tools of a category.', anyText),
  tags: about('Free; a loop may always offer the tools with a tag.', list(name)),
  roles: about('Roles (`session.role`) that may use it; default: all.', list(name, 1)),
  phases: about(
    'Phases in which a loop that offers by phase offers it; default: all.',
    list(name, 1),
  ),
  fallback: about('For a read: another read, named to the model when this one is down.', name),
  example: about('Valid arguments, shown in errors.', anyObject),
});

export const mcpFormat = object({
  command: about(
    'A program and its arguments, started in the folder of the suite. `{suite}` is that folder, `{folder}` that of the trial.',
    list(name, 1),
  ),
  url: as<string>({
    type: 'string',
    pattern: '^https?://',
    description: 'Of a server that is up and speaks streamable HTTP.',
  }),
  env: about('Variables of the program, besides PATH, HOME and their like.', record(anyText)),
  folder: about('Copied for each trial. Relative to the suite.', name),
  only: about('The tools that are offered. Default: all.', list(name, 1)),
  tools: about('What the suite says of single tools, by name.', record(confirmed)),
  startTimeoutMs: about('Milliseconds. Default: 30,000.', whole(1)),
});

/** The tools of an MCP server: its list, with what the suite says of them. */
export interface McpToolsInput {
  readonly mcp: InputOf<typeof mcpFormat>;
}

/** Tools one by one, or those of a server. */
export type ToolsInput = readonly ToolInput[] | McpToolsInput;

export const toolsFormat: Format<ToolsInput> = as({
  type: ['array', 'object'],
  items: refer<ToolInput>('tool').schema,
  ...fields({ mcp: need(mcpFormat) }).schema,
});

export const toolsetFormat = about(
  'A version of the tools.',
  object({
    id: need(about('Such as `orders@2`.', name)),
    tools: need<ToolsInput>(toolsFormat),
    note: about('What changed against the version before.', anyText),
  }),
);

/** A version of the tools. */
export type ToolsetInput = InputOf<typeof toolsetFormat>;
