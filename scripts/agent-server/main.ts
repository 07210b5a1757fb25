import { parseArgs } from 'node:util';

import { handbook } from '../../suites/orders/handbook.ts';
import { startAgentServer } from './start-agent-server.ts';

// Usage: node --import jiti/register scripts/agent-server/main.ts [--port 8787]
// Port 0 takes a free one. The base URL is the only line on stdout, printed when requests are served.
const { values } = parseArgs({ options: { port: { type: 'string', default: '8787' } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`Cannot listen on port "${values.port}": give a number from 0 to 65535`);
  process.exit(2);
}

try {
  const running = await startAgentServer(handbook, port);
  console.log(running.baseUrl);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void running.close());
  }
} catch (error) {
  console.error(
    `Cannot listen on port ${port}: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = 2;
}
