import { importAgentDojo } from './agentdojo/import-agent-dojo.ts';
import { importTauBench } from './tau/import-tau-bench.ts';
import { importTau2 } from './tau/import-tau2.ts';
import type { Importer } from './imported-run.ts';

/** Importers by the name of their format on the command line. */
export const importers: Readonly<Record<string, Importer>> = {
  agentdojo: importAgentDojo,
  tau: importTauBench,
  tau2: importTau2,
};
