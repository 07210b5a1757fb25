import { renameSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { createCassetteStore } from '../../harness/cassette/cassette-store.ts';
import { createRedactor } from '../../harness/redact/create-redactor.ts';
import { type LaneDisk, nodeDisk } from '../../harness/cassette/lane/lane-disk.ts';
import type { CassetteStore } from '../../harness/core/talk/cassette.ts';
import { VirtualClock } from '../../harness/run/clock/virtual-clock.ts';
import { protocolVersion } from '../../harness/loop/protocol-text.ts';
import { createResponderProvider } from '../../harness/model/create-responder-provider.ts';
import { createToolLines } from '../../harness/run/trial/create-tool-lines.ts';
import { planGroups } from '../../harness/run/plan/plan-groups.ts';
import { runGroup } from '../../harness/run/trial/run-group.ts';
import type { ModelSource } from '../../harness/run/plan/trial-job.ts';
import { createModelBoundary } from '../../harness/boundary/model/create-model-boundary.ts';
import { answerDesk } from './answer-desk.ts';
import type { BenchTask } from './bench-task.ts';
import { toDeskCase } from './desk-case.ts';
import { createDeskSuite } from './desk-suite.ts';

/** Records one lane a trial through the recorder of the harness. */
export async function recordDesk(task: BenchTask): Promise<void> {
  const suite = createDeskSuite(task.scenarios);
  const store = createCassetteStore({
    root: task.cassettes,
    mode: 'record',
    recordedAt: '2026-01-01T00:00:00.000Z',
    protocolVersion,
    redactor: createRedactor({ secrets: [], key: null, salt: 'bench' }),
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'npm run bench',
    disk: hastyDisk,
  });
  const context = {
    suite,
    source: createRecordingSource(store),
    plans: { presets: [], named: [] },
    presetPlans: () => [],
    signal: new AbortController().signal,
  };
  const groups = planGroups(suite, { variants: null, scenarios: null, repeats: task.repeats });
  for (const group of groups) {
    const [trial] = await runGroup(group, context);
    if (trial?.record.outcome.status !== 'finished') throw new Error('A lane was not recorded');
  }
}

/** The lanes are temporary, so there is no need to wait for the disk. */
const hastyDisk: LaneDisk = {
  ...nodeDisk,
  create(path, text) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
  },
  rename: renameSync,
};

function createRecordingSource(store: CassetteStore): ModelSource {
  return {
    createClock: () => new VirtualClock(),
    async open(job, { clock, faults, transcript }) {
      const recorder = await store.recorder(job.lane, { model: 'clerk', nature: 'scripted' });
      const one = toDeskCase(job.suite.scenarios.indexOf(job.scenario));
      const boundary = createModelBoundary({
        provider: createResponderProvider((request) => answerDesk(one, job.lane.repeat, request)),
        player: null,
        recorder,
        faults,
        clock,
        sink: transcript,
        timeouts: { modelTimeoutMs: job.variant.settings.guards.modelTimeoutMs },
      });
      const toToolLine = createToolLines();
      transcript.listen((event) => {
        const line = toToolLine(event);
        if (line !== null) recorder.recordTool(line);
      });
      return {
        model: boundary,
        fetch: boundary.fetch,
        failure: () => boundary.failure(),
        finish: async (outcome) => {
          if (outcome.status !== 'finished') return;
          await recorder.seal({ stopReason: outcome.stopReason });
        },
        abandon: () => recorder.abandon(),
      };
    },
  };
}
