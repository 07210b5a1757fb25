/** Descriptions of the four tools of {@link writePickerSuite}. */
export type PickerTexts = Readonly<
  Record<'get_weather' | 'get_route' | 'send_mail' | 'book_table', string>
>;

/** Descriptions by which the picker is right in every scenario. */
export const goodTexts: PickerTexts = {
  get_weather: 'Says whether it will rain in a city.',
  get_route: 'Finds the way to a place in a city.',
  send_mail: 'Writes a letter to a person.',
  book_table: 'Reserves dinner for guests.',
};

/**
 * Three edits: two that change words only, and one after which requests about rain go to `get_route`, since only the
 * city is left to distinguish the two.
 */
export const editedTexts: PickerTexts = {
  get_weather: 'Gets information on conditions.',
  get_route: goodTexts.get_route,
  send_mail: 'Writes a letter to a person, with a subject.',
  book_table: 'Reserves dinner for guests at eight.',
};

/**
 * The text of a suite file whose model picks the tool whose description shares most words with the request: 36
 * scenarios, nine a tool, and the variants `first` and `second` on the two toolsets.
 */
export function writePickerSuite(first: PickerTexts, second: PickerTexts): string {
  return `const toTools = (texts) =>
  Object.entries(texts).map(([name, description]) => ({
    name,
    description,
    effect: 'read',
    parameters: { type: 'object', properties: { about: { type: 'string' } }, required: ['about'], additionalProperties: false },
    handler: ({ about }) => ({ about }),
  }));

const toWords = (text) => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);

function respond({ messages, tools = [] }) {
  const said = messages.filter((message) => message.role === 'user').at(-1).content;
  const reply = (message, finish_reason) => ({
    type: 'body',
    status: 200,
    body: { id: 'x', object: 'chat.completion', created: 1, model: 'picker', choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
  });
  if (messages.at(-1).role === 'tool') return reply({ content: 'Here you are.' }, 'stop');
  const wanted = toWords(said);
  const scored = tools.map(({ function: { name, description } }) => ({ name, hits: [...toWords(description)].filter((word) => wanted.has(word)).length }));
  const best = scored.toSorted((a, b) => b.hits - a.hits)[0];
  if (best === undefined || best.hits === 0) return reply({ content: 'I cannot help.' }, 'stop');
  return reply({ content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: best.name, arguments: JSON.stringify({ about: said }) } }] }, 'tool_calls');
}

const asks = { get_weather: 'Will it rain in the city', get_route: 'What is the way to the place', send_mail: 'Compose a letter', book_table: 'Arrange dinner' };

export default {
  name: 'picker',
  toolsets: [
    { id: 'picker@1', tools: toTools(${JSON.stringify(first)}) },
    { id: 'picker@2', tools: toTools(${JSON.stringify(second)}) },
  ],
  models: [{ name: 'picker', respond, about: 'Picks by shared words.' }],
  variants: [
    { name: 'first', toolset: 'picker@1', default: true },
    { name: 'second', toolset: 'picker@2' },
  ],
  scenarios: Object.entries(asks).flatMap(([tool, text]) =>
    Array.from({ length: 9 }, (_, i) => ({
      id: tool.replace('_', '-') + '-' + (i + 1),
      user: text + ' ' + (i + 1) + '?',
      expected: { calls: [tool], mayCall: [] },
    })),
  ),
};
`;
}
