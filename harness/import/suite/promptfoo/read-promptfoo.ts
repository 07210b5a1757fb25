import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import type { ImportedScenario, ImportedSuite, SuiteFiles } from '../imported-suite.ts';
import { ScenarioIds } from '../to-scenario-id.ts';
import { toConversation } from '../to-conversation.ts';
import { PromptfooSource } from './promptfoo-source.ts';
import { type PromptfooPrompt, readMessages, readPrompts } from './read-prompts.ts';
import { readProviders } from './read-providers.ts';
import { type PromptfooTest, readTests } from './read-tests.ts';
import { renderValue } from './render-template.ts';
import { toExpected } from './to-expected.ts';

/**
 * Makes a suite of a configuration of promptfoo: a scenario for each test with each prompt, a variant for each provider.
 *
 * @throws ImportError when it is no configuration.
 */
export function readPromptfoo(files: SuiteFiles): ImportedSuite {
  const source = new PromptfooSource(files);
  const { description } = source.config;
  const { toolsets, models, variants } = readProviders(source, 'tools');
  const tools = [...new Set(toolsets.flatMap((one) => one.tools.map(toName)))];
  const prompts = readPrompts(source);
  const ids = new ScenarioIds();
  const tests = readTests(source);
  const paths = [...new Set(tests.map(({ path }) => path))];
  const scenarios = tests.flatMap((test) => {
    const expected = toExpected(test, { source, tools });
    if (expected === null) {
      const why =
        test.asserts.length === 0
          ? 'it has no assertion'
          : 'none of its assertions is carried over';
      source.left(test.path, `${why}, so it is no scenario`);
      return [];
    }
    const number = `test-${paths.indexOf(test.path) + 1}`;
    const isOne =
      prompts.length === 1 && tests.filter(({ path }) => path === test.path).length === 1;
    return prompts.flatMap((prompt): readonly ImportedScenario[] => {
      const asked = ask(prompt, test, source);
      if (asked === null) return [];
      const about = test.description === '' ? null : test.description;
      const id = ids.make(number, test.description);
      const shared = {
        place: source.place(test.path),
        about,
        expected,
        cluster: isOne ? null : number,
      };
      return [{ id, ...shared, ...asked }];
    });
  });
  if (
    tools.length > 0 &&
    scenarios.some(({ expected }) => 'says' in expected || 'saysNot' in expected)
  ) {
    source.changed(
      'tests',
      'texts are compared with the final answer, after the tools have answered; promptfoo takes the first reply, calls included',
    );
  }
  return {
    name: toSuiteName(files.name),
    about: typeof description === 'string' ? description : null,
    source: files.name,
    toolsets,
    models,
    variants,
    scenarios,
    notes: source.book.notes,
  };
}

/** What a prompt says with the variables of a test; `null` where that cannot be known, which is noted. */
function ask(
  { path, template }: PromptfooPrompt,
  test: PromptfooTest,
  source: PromptfooSource,
): Pick<ImportedScenario, 'history' | 'user'> | null {
  const place = `${test.path} with ${path}`;
  const rendered = renderValue(template, test.vars);
  if (!rendered.ok) {
    source.left(place, `its template cannot be filled in: ${rendered.found}`);
    return null;
  }
  const conversation = toConversation(toPrompt(rendered.value));
  if (typeof conversation === 'string') {
    source.left(place, conversation);
    return null;
  }
  if (conversation.user.trim() === '') {
    source.left(place, 'its prompt is empty');
    return null;
  }
  if (!conversation.isUsers)
    source.changed(path, 'a last message of the system is said by the user');
  return { history: conversation.history, user: conversation.user };
}

/** A variable may hold all of the messages. */
function toPrompt(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  const messages = readMessages(value);
  const isChat =
    Array.isArray(messages) &&
    messages.every((one: JsonValue) => isJsonObject(one) && 'role' in one);
  return isChat ? messages : value;
}

function toName({ name }: JsonObject): string {
  return typeof name === 'string' ? name : '';
}

/** The name of the file says little where it is the usual one. */
function toSuiteName(file: string): string {
  const parts = file.split(/[\\/]/u);
  const name = (parts.at(-1) ?? '').replace(/\.[^.]+$/u, '');
  const own = name.replace(/^promptfooconfig\.?/u, '');
  return own === '' ? 'promptfoo' : own;
}
