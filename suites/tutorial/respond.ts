import type { JsonObject, Responder } from 'toolrig';

type Step = readonly [tool: string, args: Readonly<Record<string, string | number>>];

/** The calls that follow each request, one a turn. */
const steps: Readonly<Record<string, readonly Step[]>> = {
  'I have moved to High Street 9.': [
    ['change_address', { address: 'High Street 9' }],
    ['change_address', { address: 'High Street 9', confirm_token: '' }],
  ],
  'My address is Mill Lane 1.': [
    ['change_address', { address: 'Mill Lane 1' }],
    ['change_address', { address: 'Mill Lane 1', confirm_token: '' }],
  ],
  'Pay 500 cents to Ann.': [['pay', { to: 'Ann', cents: 500 }]],
  'Please close my account.': [['close_account', {}]],
};

/** A model that makes these calls, with the token that the last preview gave, and then says that it has ended. */
export const respond: Responder = ({ messages }) => {
  const said = messages.find(({ role }) => role === 'user')?.content;
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  const step = steps[typeof said === 'string' ? said : '']?.[turn];
  if (step === undefined) return reply({ content: 'That is all that I can do.' }, 'stop');
  const [name, args] = step;
  const token = /confirm-[0-9]+-[0-9a-f]{8}/u.exec(JSON.stringify(messages.at(-1)))?.[0] ?? '';
  const whole = 'confirm_token' in args ? { ...args, confirm_token: token } : args;
  const call = {
    id: `call_${turn}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(whole) },
  };
  return reply({ content: null, tool_calls: [call] }, 'tool_calls');
};

function reply(message: JsonObject, finish: string): ReturnType<Responder> {
  const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const head = { id: 'x', object: 'chat.completion', created: 1, model: 'script' };
  return { type: 'body', status: 200, body: { ...head, choices: [choice], usage } };
}
