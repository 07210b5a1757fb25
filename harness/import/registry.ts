import { importAgentDojo } from './agentdojo/import-agent-dojo.ts';
import { importTauBench } from './tau/import-tau-bench.ts';
import { importTau2 } from './tau/import-tau2.ts';
import { readSpans } from './spans/read-spans.ts';
import { createTrafficImporter } from './traffic/import-traffic.ts';
import { readHar } from './traffic/read-har.ts';
import { readRequestLog } from './traffic/read-request-log.ts';
import { readVcr } from './traffic/read-vcr.ts';
import type { Importer } from './imported-run.ts';

/** Importers by the name of their format on the command line. */
export const importers: Readonly<Record<string, Importer>> = {
  agentdojo: importAgentDojo,
  tau: importTauBench,
  tau2: importTau2,
  vcr: createTrafficImporter('vcr', readVcr),
  har: createTrafficImporter('har', readHar),
  requests: createTrafficImporter('requests', readRequestLog),
  spans: createTrafficImporter('spans', readSpans, { isSent: false }),
};

/** Endings of the files that a folder of a format holds. */
export function endingsOf(format: string): readonly string[] {
  if (format === 'vcr') return ['yaml', 'yml', 'json'];
  return format === 'har' ? ['har', 'json'] : ['json', 'jsonl'];
}
