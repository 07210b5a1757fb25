import { listFields } from '../list-fields.ts';
import type { LintHit, LintRule, LintedTool, LintedToolset } from '../lint-rule.ts';
import { splitWords, toStem } from '../text/split-words.ts';

const implementation =
  /^(?:sql.*|.*_sql|where|where_clause|.*_where|having|order_by_clause|raw|raw_.*|.*_raw|filter_expression|expression|jsonpath|json_path|xpath|jq|mongo_query|table|table_name|column|column_name|db|database|schema_name|index_name|collection|http_method|headers|endpoint|request_body|shell|css_selector)$/u;

const identity =
  /^(?:user_id|userid|username|user_name|account_id|tenant_id|tenant|org_id|organi[sz]ation_id|owner_id|caller|caller_id|requester|requester_id|actor|actor_id|on_behalf_of|session_id|session|auth|auth_token|access_token|api_key|token|password|role|roles|is_admin|permissions|logged_in_user)$/u;

const emptyToolNames = new Set(
  'do run execute process handle manage perform action tool function func helper call api main data task operation util request'.split(
    ' ',
  ),
);

const emptyFieldNames = new Set(
  'data value values input inputs param params parameter args arg arg1 arg2 info payload obj object item1 x y z options opts stuff misc var foo'.split(
    ' ',
  ),
);

function toSnake(name: string): string {
  return splitWords(name).join('_');
}

function matchFields(
  { tools }: LintedToolset,
  toMessage: (name: string, path: string) => string | null,
): readonly LintHit[] {
  return tools.flatMap((tool) =>
    listFields(tool)
      .filter(({ path }) => !path.endsWith('[]'))
      .flatMap(({ name, path }) => {
        const message = toMessage(toSnake(name), path);
        return message === null ? [] : [{ tool: tool.name, field: path, message }];
      }),
  );
}

/** Rules about names of tools and parameters. */
export const nameRules: readonly LintRule[] = [
  {
    id: 'implementation-detail',
    severity: 'warning',
    about: 'A parameter is a piece of the implementation: SQL, a raw filter, a table.',
    why: 'The model has to know your schema, and an injected instruction can ask for any row.',
    before: '"sql_where": { "type": "string" }',
    after: '"status": { "enum": [...] }, "placed_after": { "format": "date" }',
    find: (set) =>
      matchFields(set, (name, path) =>
        implementation.test(name) ? `"${path}" is a detail of the implementation` : null,
      ),
  },
  {
    id: 'identity-field',
    severity: 'warning',
    about: 'The model says who asks.',
    why: 'Anyone who can write into the conversation can act as someone else. Take the identity from the session.',
    before: 'get_orders(user_id)',
    after: 'get_orders(), with the user from the session',
    find: (set) =>
      matchFields(set, (name, path) =>
        identity.test(name)
          ? `"${path}" says who asks or what they may do: take it from the session`
          : null,
      ),
  },
  {
    id: 'empty-name',
    severity: 'warning',
    about: 'A name says nothing.',
    why: 'Models choose by names first; "process" and "data" fit every request.',
    before: 'process(data)',
    after: 'refund_order(order_id)',
    find: (set) => [
      ...set.tools
        .filter(({ name }) => splitWords(name).every((word) => emptyToolNames.has(word)))
        .map(({ name }) => ({ tool: name, field: '', message: `the name "${name}" says nothing` })),
      ...matchFields(set, (name, path) =>
        emptyFieldNames.has(name) ? `the name "${path}" says nothing` : null,
      ),
    ],
  },
  {
    id: 'provider-name',
    severity: 'error',
    about: 'A name that providers refuse, or that another tool has too.',
    why: 'The whole request is refused, or the calls of one tool go to the other.',
    before: '"orders.search"',
    after: '"search_orders"',
    find: ({ tools }) => [
      ...tools
        .filter(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/u.test(name))
        .map(({ name }) => ({
          tool: name,
          field: '',
          message: `the name "${name}" is not 1 to 64 letters, digits, "_" or "-"`,
        })),
      ...tools.filter((tool, index) => findTwin(tools, tool, index)).map(toTwinHit),
    ],
  },
  {
    id: 'id-from-nowhere',
    severity: 'warning',
    about: 'A required id that no tool returns and no description explains.',
    why: 'The model has to invent it, and an invented id may exist.',
    before: 'cancel(booking_id), and no tool that lists bookings',
    after:
      'list_bookings() returns booking_id; "Number as list_bookings gives it. Never guess it."',
    find: ({ tools }) => tools.flatMap((tool) => findInvented(tool, tools)),
  },
];

function findTwin(tools: readonly LintedTool[], tool: LintedTool, index: number): boolean {
  const name = tool.name.toLowerCase();
  return tools.findIndex((other) => other.name.toLowerCase() === name) < index;
}

function toTwinHit({ name }: LintedTool): LintHit {
  const message = `another tool has the name "${name}", or differs by upper and lower case only`;
  return { tool: name, field: '', message };
}

/** Ids are explained by a pattern or enum, by their own description, or by a tool whose text or result names them. */
function findInvented(tool: LintedTool, tools: readonly LintedTool[]): readonly LintHit[] {
  const sources = tools
    .filter((other) => other !== tool)
    .map((other) => `${other.description} ${JSON.stringify(other.returns ?? {})}`);
  return listFields(tool)
    .filter(({ name, required, schema }) => {
      const words = splitWords(name);
      const isId = /^(?:id|uuid|guid|uid)$/u.test(words.at(-1) ?? '');
      const explained = ['pattern', 'enum', 'const', 'description'];
      return isId && required && explained.every((keyword) => !schema[keyword]);
    })
    .filter(({ name }) => !sources.some((text) => mentions(text, name)))
    .map(({ path }) => ({
      tool: tool.name,
      field: path,
      message: `no other tool returns "${path}", and its description does not say where it comes from`,
    }));
}

/** A text that says `order_id`, `order id`, `order number` or `id of the order`. */
function mentions(text: string, name: string): boolean {
  const words = splitWords(name);
  const stems = new Set(splitWords(text).map(toStem));
  const noun = words.slice(0, -1).map(toStem);
  const named = ['id', 'number', 'uuid', 'identifier'].some((word) => stems.has(toStem(word)));
  return text.includes(name) || (named && noun.length > 0 && noun.every((one) => stems.has(one)));
}
