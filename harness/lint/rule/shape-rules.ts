import { lintSchema, walkSchemas } from '../../schema/check/lint-schema.ts';
import { listFields, typesOf } from '../list-fields.ts';
import type { LintHit, LintRule, LintedTool } from '../lint-rule.ts';
import { splitWords } from '../text/split-words.ts';

/** Required leaves above which values begin to be made up. */
const mostRequired = 6;

const dispatchWords = new Set('action operation op command mode method kind type'.split(' '));
const dangerous =
  /^(?:force|overwrite|confirm|confirmed|delete|purge|recursive|all|everyone|notify|send|publish|skip_.*|no_.*|disable_.*|ignore_.*)$/u;
/** Keywords that at least one large provider refuses or ignores in tool schemas. */
const refused = [
  'oneOf',
  'allOf',
  'not',
  'if',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  'propertyNames',
  'contains',
  'prefixItems',
];

/** Rules about the structure of the arguments of a tool. */
export const shapeRules: readonly LintRule[] = [
  {
    id: 'wide-tool',
    severity: 'warning',
    about:
      'One tool does several things, and which arguments belong together depends on one of them.',
    why: 'Combinations that make no sense are valid, and the schema cannot say so.',
    before: 'file_tool(action, path, content, query)',
    after: 'read_file(path), write_file(path, content), search_files(query)',
    find: ({ tools }) => tools.flatMap(findWide),
  },
  {
    id: 'many-required',
    severity: 'warning',
    about: `More than ${mostRequired} required parameters.`,
    why: 'What the user did not say is made up rather than asked for.',
    before: 'book(from, to, date, time, seat, meal, name, passport)',
    after: 'search_flights(from, to, date), then book(flight_id, passenger)',
    find: ({ tools }) =>
      tools.flatMap((tool) => {
        const required = listFields(tool).filter(
          ({ required: isRequired, schema }) => isRequired && !typesOf(schema).includes('object'),
        );
        if (required.length <= mostRequired) return [];
        const message = `${required.length} parameters are required: ${required.map(({ path }) => path).join(', ')}`;
        return [{ tool: tool.name, field: '', message }];
      }),
  },
  {
    id: 'default-changes-meaning',
    severity: 'warning',
    about: 'A parameter that is left out does something that must be asked for.',
    why: 'A model that does not mention it has still chosen it.',
    before: '"notify": { "type": "boolean", "default": true }',
    after: '"notify": { "type": "boolean" } in "required", or a default of false',
    find: ({ tools }) =>
      tools.flatMap((tool) =>
        listFields(tool)
          .filter(({ name, required, schema }) => {
            const value = schema['default'];
            const isOn = value === true || value === 'all' || value === '*';
            return isOn && !required && dangerous.test(splitWords(name).join('_'));
          })
          .map(({ path, schema }) => ({
            tool: tool.name,
            field: path,
            message: `"${path}" is ${JSON.stringify(schema['default'])} when it is left out`,
          })),
      ),
  },
  {
    id: 'provider-subset',
    severity: 'warning',
    about: 'A schema keyword that some providers refuse or ignore.',
    why: 'The tool list is refused, or the constraint is silently gone.',
    before: '"parameters": { "oneOf": [...] }',
    after: 'one flat object per tool; constraints in words and in the handler',
    find: ({ tools }) => tools.flatMap(findRefused),
  },
  {
    id: 'idle-keyword',
    severity: 'warning',
    about: 'A keyword that can never apply, or a pattern that lets everything through.',
    why: 'It looks like a check, but checks nothing.',
    before: '"age": { "type": "integer", "maxLength": 3 }',
    after: '"age": { "type": "integer", "minimum": 0, "maximum": 150 }',
    find: ({ tools }) =>
      tools.flatMap((tool) =>
        lintSchema(tool.parameters, '$')
          .filter(({ code }) => code === 'idle_keyword' || code === 'unanchored_pattern')
          .map(({ path, message }) => ({ tool: tool.name, field: toField(path), message })),
      ),
  },
  {
    id: 'no-result-schema',
    severity: 'note',
    about: 'A tool without a schema of its result.',
    why: 'A changed or broken result is not noticed before a model misreads it.',
    before: 'no "returns"',
    after: '"returns": { "type": "object", "properties": { "order_id": ... } }',
    find: ({ tools }) =>
      tools
        .filter(({ returns }) => returns === null)
        .map(({ name }) => ({
          tool: name,
          field: '',
          message: 'there is no schema of the result',
        })),
  },
];

function findWide(tool: LintedTool): readonly LintHit[] {
  const fields = listFields(tool).filter(({ depth }) => depth === 1);
  const choice = fields.find(({ name, schema }) => {
    const values = schema['enum'];
    const isChoice = Array.isArray(values) ? values.length > 1 : typesOf(schema).includes('string');
    return isChoice && dispatchWords.has(splitWords(name).at(-1) ?? '');
  });
  if (choice === undefined) return [];
  const optional = fields.filter((field) => field !== choice && !field.required);
  const isVerb = /^(?:action|operation|op|command|method)$/u.test(
    splitWords(choice.name).at(-1) ?? '',
  );
  if (optional.length < (isVerb ? 2 : 4)) return [];
  const names = optional.map(({ name }) => name).join(', ');
  const message = `"${choice.path}" decides which of ${names} make sense: split the tool`;
  return [{ tool: tool.name, field: choice.path, message }];
}

function findRefused(tool: LintedTool): readonly LintHit[] {
  const { parameters } = tool;
  const found = walkSchemas(parameters, '$').flatMap(({ schema, path }) => [
    ...refused
      .filter((keyword) => schema[keyword] !== undefined)
      .map((keyword) => ({ path, what: `"${keyword}"` })),
    ...(typeof schema['pattern'] === 'string' && /\(\?<?[=!]/u.test(schema['pattern'])
      ? [{ path, what: 'a pattern that looks ahead or behind' }]
      : []),
  ]);
  const root = ['anyOf', 'enum'].filter((keyword) => parameters[keyword] !== undefined);
  const type = parameters['type'];
  const hits = found.map(({ path, what }) => ({ field: toField(path), what }));
  return [
    ...hits,
    ...root.map((keyword) => ({ field: '', what: `"${keyword}" at the root` })),
    ...(type === 'object' || type === undefined
      ? []
      : [{ field: '', what: 'a root that is not an object' }]),
  ].map(({ field, what }) => ({
    tool: tool.name,
    field,
    message: `${what} is refused or ignored by some providers`,
  }));
}

/** `$.properties.filters.items.properties.x.pattern` as a path of parameters. */
function toField(path: string): string {
  const names = [...path.matchAll(/\.properties\.(?<name>[^.[]+)|\.(?<items>items)\b/gu)];
  return names
    .map(({ groups }) => (groups?.['items'] === undefined ? `.${groups?.['name'] ?? ''}` : '[]'))
    .join('')
    .replace(/^\./u, '');
}
