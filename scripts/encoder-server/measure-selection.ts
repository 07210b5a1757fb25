import { chooseTool } from './choose-tool.ts';
import type { Policy, ToolText } from './policy.ts';

/** What the user says, and the only right tool; `null` where none is needed. */
export interface Prompt {
  readonly id: string;
  readonly text: string;
  readonly tool: string | null;
}

/** What a policy made of one prompt at temperature 0. */
export interface Choice {
  readonly prompt: Prompt;
  /** What it calls; `null`: nothing. */
  readonly called: string | null;
  /** What it would call if it had to. */
  readonly nearest: string | null;
}

/** Puts each prompt to a policy, as the server would. */
export async function measureSelection(
  policy: Policy,
  prompts: readonly Prompt[],
  tools: readonly ToolText[],
): Promise<readonly Choice[]> {
  const choices: Choice[] = [];
  for (const prompt of prompts) {
    const similarities = await policy.similarities(prompt.text, tools);
    const pick = (required: boolean): string | null => {
      const index = chooseTool(similarities, policy, { temperature: 0, seed: '', required });
      return index === null ? null : (tools[index]?.name ?? null);
    };
    choices.push({ prompt, called: pick(false), nearest: pick(true) });
  }
  return choices;
}

/** Whether the tool that is called (or that none is) is the right answer. */
export function isRight({ prompt, called }: Choice): boolean {
  return called === prompt.tool;
}
