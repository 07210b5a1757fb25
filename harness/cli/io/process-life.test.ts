import { expect, it } from 'vitest';

import {
  type HostProcess,
  type HostStream,
  type ProcessLife,
  watchProcess,
} from './process-life.ts';

/** What the fake process throws where a real one would be gone. */
class Exited extends Error {}

interface FakeStream extends HostStream {
  readonly listeners: ((error: NodeJS.ErrnoException) => void)[];
}

interface Fake {
  readonly life: ProcessLife;
  readonly host: HostProcess;
  /** What happened, in order: texts, flushes, the exit with its code. */
  readonly log: string[];
  readonly stdout: FakeStream;
  readonly stderr: FakeStream;
  happen(event: string, value?: unknown): void;
}

function createFake(): Fake {
  const log: string[] = [];
  const listeners: { readonly event: string; readonly hear: (value: unknown) => void }[] = [];
  const createStream = (name: string): FakeStream => {
    const heard: FakeStream['listeners'] = [];
    return {
      listeners: heard,
      on: (_event, listener) => heard.push(listener),
      write: (text, done) => {
        if (text !== '') log.push(text);
        if (done === undefined) return true;
        // Handed on later, as by a pipe.
        setImmediate(() => {
          log.push(`flushed ${name}`);
          done();
        });
        return false;
      },
    };
  };
  const stdout = createStream('stdout');
  const stderr = createStream('stderr');
  const host: HostProcess = {
    stdout,
    stderr,
    on: (event, hear) => listeners.push({ event, hear }),
    exit: (code) => {
      log.push(`exit ${String(code ?? host.exitCode)}`);
      throw new Exited();
    },
  };
  return {
    life: watchProcess(host),
    host,
    log,
    stdout,
    stderr,
    happen: (event, value) => {
      for (const one of listeners) if (one.event === event) one.hear(value);
    },
  };
}

/** Ends the process with the exit code of a command; what was said on the way, and the code that it really ended with. */
async function end(
  { life, log }: Fake,
  exitCode: number,
): Promise<{ readonly said: readonly string[]; readonly code: string | undefined }> {
  await expect(life.end(exitCode, (text) => log.push(text))).rejects.toBeInstanceOf(Exited);
  const said = log.filter((text) => !text.startsWith('flushed') && !text.startsWith('exit'));
  return { said, code: log.at(-1) };
}

const tooLate = 'toolrig: the result is therefore INVALID (exit code 4)\n';
const lost = 'toolrig: code of the suite threw outside of any trial: lost\n';
const full = 'toolrig: the output could not be written: the disk is full (ENOSPC)\n';
const errno = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

it.each<{
  readonly exitCode: number;
  readonly escaped?: string;
  readonly broken?: string;
  readonly said: readonly string[];
  readonly code: number;
}>([
  { exitCode: 0, said: [], code: 0 },
  { exitCode: 1, said: [], code: 1 },
  { exitCode: 4, said: [], code: 4 },
  { exitCode: 0, escaped: 'lost', said: [lost, tooLate], code: 4 },
  { exitCode: 1, escaped: 'lost', said: [lost, tooLate], code: 4 },
  { exitCode: 3, escaped: 'lost', said: [lost, tooLate], code: 4 },
  { exitCode: 4, escaped: 'lost', said: [lost], code: 4 },
  { exitCode: 2, escaped: 'lost', said: [lost], code: 2 },
  { exitCode: 130, escaped: 'lost', said: [lost], code: 130 },
  { exitCode: 0, broken: 'ENOSPC', said: [full], code: 4 },
  { exitCode: 1, broken: 'ENOSPC', said: [full], code: 4 },
  { exitCode: 2, broken: 'ENOSPC', said: [full], code: 2 },
  { exitCode: 130, broken: 'ENOSPC', said: [full], code: 130 },
  { exitCode: 0, broken: 'EPIPE', said: [], code: 0 },
  { exitCode: 1, broken: 'ERR_STREAM_DESTROYED', said: [], code: 1 },
  { exitCode: 0, escaped: 'lost', broken: 'ENOSPC', said: [lost, tooLate, full], code: 4 },
])(
  'a command that gives $exitCode, with an escaped error $escaped and output $broken: $code',
  async (row) => {
    for (const stream of ['stdout', 'stderr'] as const) {
      const fake = createFake();
      if (row.escaped !== undefined) fake.happen('unhandledRejection', new Error(row.escaped));
      if (row.broken !== undefined)
        for (const hear of fake[stream].listeners) hear(errno(row.broken));
      expect(await end(fake, row.exitCode)).toEqual({ said: row.said, code: `exit ${row.code}` });
    }
  },
);

it('of several reasons why output was not taken the first is said', async () => {
  const fake = createFake();
  for (const hear of fake.stdout.listeners) {
    hear(errno('ENOSPC'));
    hear(errno('EIO'));
  }
  expect(await end(fake, 0)).toEqual({ said: [full], code: 'exit 4' });
});

it('all that was written is handed on before the process ends', async () => {
  const fake = createFake();
  await end(fake, 0);
  expect(fake.log).toEqual(['flushed stdout', 'flushed stderr', 'exit 0']);
  const broken = createFake();
  for (const hear of broken.stdout.listeners) hear(errno('ENOSPC'));
  await end(broken, 0);
  expect(broken.log.slice(-3)).toEqual([full, 'flushed stderr', 'exit 4']);
});

it.each(['unhandledRejection', 'uncaughtException'])('%s is kept, whatever was thrown', (event) => {
  const { life, happen } = createFake();
  happen(event, new TypeError('lost'));
  happen(event, 'text');
  happen(event, undefined);
  expect(life.escaped).toEqual(['lost', 'text', 'undefined']);
});

it.each(['SIGINT', 'SIGTERM'])(
  'the first %s ends the run in an orderly way, the second one at once',
  (signal) => {
    const { life, log, happen } = createFake();
    expect(life.signal.aborted).toBe(false);
    happen(signal);
    expect([life.signal.aborted, log]).toEqual([
      true,
      [
        '\nStopping: trials in flight are cancelled, finished ones are kept. Press again to quit at once.\n',
      ],
    ]);
    expect(life.onSignal).toThrow(Exited);
    expect(log.at(-1)).toBe('exit 130');
    // It ends as the user wants: nothing more is said of it.
    happen('exit', 130);
    expect(log).toHaveLength(2);
  },
);

const early = expect.stringContaining('the process ended before its work was done') as string;

it('a process that ends before its work did is never a pass', async () => {
  const fake = createFake();
  fake.happen('exit', 0);
  expect([fake.log, fake.host.exitCode]).toEqual([[early], 4]);
  // Neither is one that was asked to stop and then exits by itself.
  const stopped = createFake();
  stopped.happen('SIGINT');
  stopped.happen('exit', 0);
  expect([stopped.log.at(-1), stopped.host.exitCode]).toEqual([early, 4]);
  const done = createFake();
  await end(done, 1);
  done.happen('exit', 1);
  expect([done.log.at(-1), done.host.exitCode]).toEqual(['exit 1', 1]);
});

it('modules are handed on as they were loaded', async () => {
  const { life, log } = createFake();
  expect(await life.load(async () => await Promise.resolve({ a: 1 }))).toEqual({ a: 1 });
  expect(log).toEqual([]);
});

it.each(['EMFILE', 'ENFILE'])(
  'where too many files are open, it says so and ends: %s',
  async (code) => {
    const fake = createFake();
    const loading = fake.life.load(async () => await Promise.reject(errno(code)));
    await expect(loading).rejects.toBeInstanceOf(Exited);
    expect(fake.log).toEqual([
      expect.stringMatching(new RegExp(`^toolrig: Cannot start: .*${code}`, 'u')),
      'exit 4',
    ]);
    fake.happen('exit', 4);
    expect(fake.log).toHaveLength(2);
  },
);

it.each([errno('ENOENT'), new Error('odd'), 'EMFILE', { code: 'EMFILE' }])(
  'any other error while loading is thrown on: %s',
  async (error) => {
    const { life, log } = createFake();
    await expect(life.load(async () => await Promise.reject(error as Error))).rejects.toBe(error);
    expect(log).toEqual([]);
  },
);
