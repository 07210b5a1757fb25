import type { ScratchFolder } from './scratch-folder.ts';

/** How an agent in a process of its own behaves, by the text of the user. */
const agentText = `
import { createInterface } from 'node:readline';
const ask = async (messages) => {
  const response = await fetch(process.env.OPENAI_BASE_URL + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: 'm-1', messages }),
  });
  return (await response.json()).choices[0].message.content;
};
const say = async (content) => {
  const [how, rest = ''] = content.split(' ');
  if (how === 'crash') { console.error('warming up'); throw new Error('the agent broke'); }
  if (how === 'exit') process.exit(Number(rest));
  if (how === 'kill') { process.kill(process.pid, 'SIGTERM'); await new Promise(() => setTimeout(() => undefined, 60_000)); }
  if (how === 'silent') { await ask([{ role: 'user', content }]); return ''; }
  if (how === 'endless') return 'x'.repeat(2_000_000);
  if (how === 'hang') { setInterval(() => undefined, 1_000); await new Promise(() => undefined); }
  if (how === 'slow') await new Promise((resolve) => setTimeout(resolve, 400));
  if (how === 'env') return Object.keys(process.env).sort().join(' ');
  if (how === 'secret') { console.error('the key is ' + process.env.OPENAI_API_KEY); process.exit(2); }
  if (how === 'garbage') return null;
  return await ask([{ role: 'user', content }]);
};
const [, , ...args] = process.argv;
if (args[0] === 'jsonl') {
  for await (const line of createInterface({ input: process.stdin })) {
    const content = await say(JSON.parse(line).content);
    console.log(content === null ? 'what?' : JSON.stringify({ content }));
  }
} else {
  let text = args.at(-1);
  if (args[0] === 'stdin') { text = ''; for await (const piece of process.stdin) text += piece; }
  process.stdout.write(await say(text));
}
`;

/** What a suite whose agent is a command may differ in. */
export interface AgentSuiteChange {
  readonly input?: 'stdin' | 'argument' | 'jsonl';
  readonly timeoutMs?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly inherit?: readonly string[];
  readonly command?: readonly string[];
}

/** Writes an agent and a suite with one scenario for each text (or list of turns) that the user says; a script answers. */
export async function writeAgentSuite(
  folder: ScratchFolder,
  said: readonly (string | readonly string[])[],
  change: AgentSuiteChange = {},
): Promise<void> {
  const { input = 'stdin', command = [process.execPath, 'agent.mjs', input], ...rest } = change;
  await folder.write('agent.mjs', agentText);
  const suite = {
    name: 'agents',
    agent: { command, input, ...rest },
    tools: [
      { name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } },
    ],
    scenarios: said.map((user, index) => ({
      id: `s${String(index + 1).padStart(2, '0')}`,
      user,
      script: [...(typeof user === 'string' ? [user] : user)].map((text) => `You said ${text}.`),
      expected: { calls: [], says: ['You said'] },
    })),
  };
  await folder.write('suite.json', JSON.stringify(suite));
}
