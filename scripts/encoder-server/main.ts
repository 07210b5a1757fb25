import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { createEncoderPolicy } from './create-encoder-policy.ts';
import { createEncoderServer } from './create-encoder-server.ts';
import { createWaryPolicy } from './create-wary-policy.ts';
import { createWordsPolicy } from './create-words-policy.ts';
import { loadEncoder } from './encoder.ts';

// Usage: npx jiti scripts/encoder-server/main.ts [--port 8765]
// Port 0 takes a free one. The base URL is the only line on stdout, printed when requests are served.
const { values } = parseArgs({ options: { port: { type: 'string', default: '8765' } } });
const port = Number(values.port);
if (!/^[0-9]{1,5}$/u.test(values.port) || port > 65_535) {
  console.error(`Cannot listen on port "${values.port}": give a number from 0 to 65535`);
  process.exit(2);
}

const encoder = await loadEncoder();
const server = createEncoderServer([
  createEncoderPolicy(encoder),
  createWordsPolicy(),
  createWaryPolicy(encoder),
]);
server.on('error', (error) => {
  console.error(`Cannot listen on port ${port}: ${error.message}`);
  process.exit(2);
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${address.port}/v1`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
