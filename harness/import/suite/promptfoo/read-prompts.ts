import { isJsonObject, type JsonValue } from '../../../json/json.ts';
import { readDataFile } from '../../../suite/load/read-data-file.ts';
import { type PromptfooSource, toItems } from './promptfoo-source.ts';

/** A prompt: a template of a text, or messages of templates. */
export interface PromptfooPrompt {
  readonly path: string;
  readonly label: string;
  readonly template: JsonValue;
}

/** Reads the prompts of a configuration: texts, files of texts between lines of `---`, and messages as JSON or YAML. */
export function readPrompts(source: PromptfooSource): readonly PromptfooPrompt[] {
  const { prompts } = source.config;
  return toItems(prompts).flatMap((item, index) => {
    const path = Array.isArray(prompts) ? `prompts[${index}]` : 'prompts';
    const { word, label } = readEntry(item);
    if (word === null) {
      source.left(path, 'it is not a prompt of text');
      return [];
    }
    const texts = isPath(word) ? readFiles(word, path, source) : [word];
    return texts.map((text) => ({ path, label, template: readMessages(text) ?? text }));
  });
}

function readEntry(item: JsonValue): { readonly word: string | null; readonly label: string } {
  if (typeof item === 'string') return { word: item, label: '' };
  if (!isJsonObject(item)) return { word: null, label: '' };
  const { id, raw, label } = item;
  const word = typeof raw === 'string' ? raw : id;
  return {
    word: typeof word === 'string' ? word : null,
    label: typeof label === 'string' ? label : '',
  };
}

/** A name of a file counts without `file://` as well, as long as it can be no prompt. */
function isPath(word: string): boolean {
  return (
    word.startsWith('file://') ||
    /^[^\s{}]+\.(?:txt|md|json|ya?ml|js|mjs|cjs|ts|py|j2|csv)(?::\w+)?$/u.test(word)
  );
}

function readFiles(word: string, path: string, source: PromptfooSource): readonly string[] {
  return source.expand(word).flatMap((file) => {
    if (/\.(?:js|mjs|cjs|ts|py)(?::\w+)?$/u.test(file)) {
      source.left(path, `"${file}" is a program`);
      return [];
    }
    const text = source.readText(file, path);
    if (text === null) return [];
    if (/\.(?:json|ya?ml)$/iu.test(file)) return [text];
    return text
      .split(/^---\s*$/mu)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  });
}

/** Messages that are written as JSON or as a list in YAML; `null` for any other text. */
export function readMessages(text: string): JsonValue | null {
  const trimmed = text.trim();
  if (!/^(?:\[|- +role:)/u.test(trimmed)) return null;
  const { value, problems } = readDataFile(trimmed);
  // YAML holds JSON values.
  return problems.length === 0 && Array.isArray(value) ? (value as JsonValue) : null;
}
