import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import { readDataFile } from '../../../suite/load/read-data-file.ts';
import { ImportError } from '../../import-error.ts';
import {
  type ImportedScenario,
  type ImportedSuite,
  NoteBook,
  type SuiteFiles,
} from '../imported-suite.ts';
import { ScenarioIds } from '../to-scenario-id.ts';
import { toConversation } from '../to-conversation.ts';
import { type EvalClass, evalClasses, toEvalExpectation } from './to-eval-expectation.ts';

/** One eval of a registry, or a file of samples. */
interface EvalEntry {
  readonly name: string;
  readonly about: string | null;
  readonly kind: EvalClass;
  readonly ignoreCase: boolean;
  /** File of the samples, and its text. */
  readonly file: string;
  readonly text: string;
}

/**
 * Makes a suite of OpenAI Evals: a registry file (YAML), with the samples that it names, or a file of samples (JSONL), which
 * are then of the class `match` unless `as` says another.
 *
 * @throws ImportError when it is neither, or holds nothing that can be judged.
 */
export function readOpenAiEvals(files: SuiteFiles, as: EvalClass | null): ImportedSuite {
  const book = new NoteBook();
  const isRegistry = /\.ya?ml$/iu.test(files.name);
  const entries = isRegistry ? readRegistry(files, book) : [toSampleFile(files, as, book)];
  const ids = new ScenarioIds();
  const scenarios = entries.flatMap((entry) => readSamples(entry, { ids, book }));
  const [first] = entries;
  return {
    name: first?.name ?? 'evals',
    about: entries.length === 1 ? (first?.about ?? null) : null,
    source: files.name,
    toolsets: [{ id: 'none@1', tools: [] }],
    models: [{ name: 'gpt-4.1-mini' }],
    variants: [],
    scenarios,
    notes: book.notes,
  };
}

function toSampleFile(files: SuiteFiles, as: EvalClass | null, book: NoteBook): EvalEntry {
  if (as === null) {
    book.changed(
      files.name,
      'the class of the eval is in its registry file; `match` is taken: name that file, or give --class',
    );
  }
  const name = files.name.replace(/^.*[\\/]/u, '').replace(/\..*$/u, '');
  return {
    name,
    about: null,
    kind: as ?? 'match',
    ignoreCase: false,
    file: files.name,
    text: files.text,
  };
}

function readRegistry(files: SuiteFiles, book: NoteBook): readonly EvalEntry[] {
  const { value, problems } = readDataFile(files.text);
  const [problem] = problems.filter(({ code }) => code === 'bad_yaml');
  if (problem !== undefined) {
    throw new ImportError(`${files.name}:${problem.line}`, problem.message);
  }
  // What a YAML file holds is JSON.
  const document = value as JsonValue;
  if (!isJsonObject(document)) throw new ImportError(files.name, 'it is not a registry of evals');
  return Object.entries(document).flatMap(([name, entry]) => {
    if (!isJsonObject(entry) || typeof entry['class'] !== 'string') return [];
    const about = Object.values(document).find((one) => isJsonObject(one) && one['id'] === name);
    const said = isJsonObject(about) ? about['description'] : null;
    const made = toEntry(name, entry, { files, book });
    return made === null ? [] : [{ ...made, about: typeof said === 'string' ? said : null }];
  });
}

function toEntry(
  name: string,
  entry: JsonObject,
  { files, book }: { readonly files: SuiteFiles; readonly book: NoteBook },
): EvalEntry | null {
  const place = `${files.name} $.${name}`;
  const full = typeof entry['class'] === 'string' ? entry['class'] : '';
  const kind = evalClasses.find((one) =>
    full
      .toLowerCase()
      .replaceAll('_', '')
      .endsWith(`:${one.replaceAll('_', '')}`),
  );
  const args = isJsonObject(entry['args']) ? entry['args'] : {};
  const path = args['samples_jsonl'];
  if (kind === undefined) {
    book.left(
      `${place} (${full})`,
      'this class judges in a way that a suite has no expectation for',
    );
    return null;
  }
  if (typeof path !== 'string') {
    book.left(place, '"samples_jsonl" is missing');
    return null;
  }
  for (const other of Object.keys(args)) {
    if (other === 'samples_jsonl' || other === 'ignore_case' || other === 'max_tokens') continue;
    book.left(`${place}.args.${other}`, 'it has no meaning in a suite');
  }
  for (const file of [path, `../data/${path}`, `../../data/${path}`, `data/${path}`]) {
    const text = files.read(file);
    if (text === null) continue;
    return { name, about: null, kind, ignoreCase: args['ignore_case'] === true, file, text };
  }
  book.left(place, `its samples "${path}" are neither beside the file nor in "../data"`);
  return null;
}

function readSamples(
  entry: EvalEntry,
  { ids, book }: { readonly ids: ScenarioIds; readonly book: NoteBook },
): readonly ImportedScenario[] {
  if (entry.text.startsWith('version https://git-lfs')) {
    book.left(entry.file, 'it is a pointer of Git LFS: get the file with `git lfs pull`');
    return [];
  }
  return entry.text.split(/\r?\n/u).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${entry.file}:${index + 1}`;
    const sample = readLine(line);
    const conversation = isJsonObject(sample) ? toConversation(sample['input'] ?? null) : null;
    if (!isJsonObject(sample) || conversation === null) {
      book.left(place, 'it is not a sample: expected an object with "input" and "ideal"');
      return [];
    }
    if (typeof conversation === 'string') {
      book.left(`${place} $.input`, conversation);
      return [];
    }
    const expected = toEvalExpectation(sample['ideal'] ?? null, entry);
    if (typeof expected === 'string') {
      book.left(`${place} $.ideal (${entry.kind})`, expected);
      return [];
    }
    if (!conversation.isUsers)
      book.changed(`${entry.file} $.input`, 'a last message of the system is said by the user');
    if (expected.note !== null)
      book.changed(`${entry.file} $.ideal (${entry.kind})`, expected.note);
    const { history, user } = conversation;
    const id = ids.make(`sample-${index + 1}`, '');
    return [
      { id, place, about: null, cluster: null, history, user, expected: { says: expected.says } },
    ];
  });
}

function readLine(line: string): JsonValue {
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return null;
  }
}
