import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';

/** One step of a composite action. */
export interface ActionStep {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** An `action.yml`. */
export interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

/** What a job gets of an action. */
export interface ActionResult {
  readonly failed: boolean;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Reads an `action.yml`. */
export function readAction(file: string): CompositeAction {
  // What the tests read of it is checked by what they find.
  return parse(readFileSync(file, 'utf8')) as CompositeAction;
}

/**
 * Runs a composite action as GitHub does, in the folder of a job: expressions of its inputs and outputs, conditions,
 * files of outputs and of the summary. Steps that use other actions are left out.
 */
export async function runAction(
  file: string,
  job: {
    readonly folder: string;
    readonly inputs: Readonly<Record<string, string>>;
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<ActionResult> {
  const action = readAction(file);
  const values = new Map<string, string>([['github.token', 'token-of-the-job']]);
  for (const [name, input] of Object.entries(action.inputs)) {
    values.set(`inputs.${name}`, job.inputs[name] ?? fill(input.default ?? '', values));
  }
  const summaryFile = join(job.folder, 'job-summary.md');
  let failed = false;
  let log = '';
  for (const [place, step] of action.runs.steps.entries()) {
    if (step.run === undefined || !isDue(step.if, values, failed)) continue;
    const outputFile = join(job.folder, `output-${place}`);
    const env = {
      ...job.env,
      ...Object.fromEntries(
        Object.entries(step.env ?? {}).map(([name, text]) => [name, fill(text, values)]),
      ),
      GITHUB_ACTION_PATH: dirname(file),
      GITHUB_OUTPUT: outputFile,
      GITHUB_STEP_SUMMARY: summaryFile,
    };
    const ended = await runStep(step.run, env, job.folder);
    log += ended.log;
    failed ||= ended.exitCode !== 0;
    for (const [name, value] of readOutputs(outputFile)) {
      values.set(`steps.${step.id ?? ''}.outputs.${name}`, value);
    }
  }
  return {
    failed,
    log,
    summary: existsSync(summaryFile) ? readFileSync(summaryFile, 'utf8') : '',
    outputs: Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, values)]),
    ),
  };
}

function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(
    /\$\{\{\s*(?<name>[\w.-]+)\s*\}\}/gu,
    (_all, name: string) => values.get(name) ?? '',
  );
}

/** Conditions of this action: `always()` and comparisons of an input with a text. */
function isDue(
  condition: string | undefined,
  values: ReadonlyMap<string, string>,
  failed: boolean,
): boolean {
  const terms = (condition ?? '').split(' && ').filter((term) => term !== '');
  if (failed && !terms.includes('always()')) return false;
  return terms.every((term) => {
    if (term === 'always()') return true;
    const {
      name = '',
      sign,
      text,
    } = /^(?<name>[\w.-]+) (?<sign>[=!]=) '(?<text>[^']*)'$/u.exec(term)?.groups ?? {};
    if (sign === undefined) throw new Error(`This condition is not known here: ${term}`);
    return (values.get(name) === text) === (sign === '==');
  });
}

async function runStep(
  script: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<{ readonly exitCode: number; readonly log: string }> {
  // The shell that `shell: bash` means.
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  }
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      resolve(code ?? 1);
    });
  });
  return { exitCode, log };
}

/** `name=value`, or several lines between `name<<END` and `END`. */
function readOutputs(file: string): ReadonlyMap<string, string> {
  const outputs = new Map<string, string>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const { name, end } = /^(?<name>[\w-]+)<<(?<end>\w+)$/u.exec(line)?.groups ?? {};
    if (name === undefined) {
      const [key = '', ...value] = line.split('=');
      if (key !== '') outputs.set(key, value.join('='));
      continue;
    }
    const stop = lines.indexOf(end ?? '', at);
    outputs.set(name, lines.slice(at + 1, stop).join('\n'));
    at = stop;
  }
  return outputs;
}
