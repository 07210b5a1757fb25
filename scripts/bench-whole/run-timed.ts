import { spawn } from 'node:child_process';

/** What a process took, with all that it started. */
export interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly out: string;
}

/** Runs a program to its end; the shell's `times` counts its processor time. @throws Error when it fails. */
export async function runTimed(words: readonly string[], cwd: string): Promise<Took> {
  const script = '"$@"; code=$?; times >&2; exit $code';
  const startMs = performance.now();
  const child = spawn('bash', ['-c', script, 'bench', ...words], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: '', OPENAI_API_KEY: 'none', NO_COLOR: '1' },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const wallMs = performance.now() - startMs;
  if (code !== 0) {
    throw new Error(`"${words.join(' ')}" ended with ${code}: ${(err + out).slice(-600)}`);
  }
  return { wallMs, cpuMs: readTimes(err), out };
}

/** The second line of `times`: user and system time of the children, such as `0m1.234s 0m0.120s`. */
export function readTimes(err: string): number {
  const lines = err.trim().split('\n');
  const parts = [...(lines.at(-1) ?? '').matchAll(/(?<minutes>[0-9]+)m(?<seconds>[0-9.,]+)s/gu)];
  return parts.reduce((sum, { groups }) => {
    const seconds = Number((groups?.['seconds'] ?? '0').replace(',', '.'));
    return sum + (Number(groups?.['minutes'] ?? 0) * 60 + seconds) * 1_000;
  }, 0);
}
