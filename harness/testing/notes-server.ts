/**
 * The program of a small MCP server over stdio, without any package: notes in memory, and a tool for each thing that a server
 * may do wrong. Tests write it into their scratch folder and start it with `node`.
 */
export const notesServer = `
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';

const root = resolve(process.argv[2] ?? '.');
const notes = [];
const text = (value, isError) => ({ content: [{ type: 'text', text: value }], ...(isError ? { isError } : {}) });
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const string = { type: 'string' };
const tools = [
  { name: 'list_notes', inputSchema: object({}), annotations: { readOnlyHint: true } },
  { name: 'add_note', inputSchema: object({ note: string }), annotations: { destructiveHint: false, idempotentHint: false } },
  { name: 'put_note', inputSchema: object({ note: string }), annotations: { idempotentHint: true } },
  { name: 'drop_notes', inputSchema: object({}) },
  { name: 'read_file', inputSchema: object({ path: string }), annotations: { readOnlyHint: true } },
  { name: 'crash', inputSchema: object({}), annotations: { readOnlyHint: true } },
].map((tool) => ({ description: 'The tool ' + tool.name + '.', ...tool }));

function call({ name, arguments: args }) {
  switch (name) {
    case 'list_notes':
      return { ...text(JSON.stringify({ notes })), structuredContent: { notes: [...notes] } };
    case 'add_note':
      notes.push(args.note);
      return text('Added as number ' + notes.length);
    case 'put_note':
      if (!notes.includes(args.note)) notes.push(args.note);
      return text('There');
    case 'read_file': {
      const path = resolve(root, args.path);
      if (!path.startsWith(root + '/')) return text('Access denied - outside of ' + root, true);
      return existsSync(path) ? text(path + ': ' + readFileSync(path, 'utf8')) : text('There is no ' + path, true);
    }
    case 'crash':
      process.stderr.write('Out of paper\\n');
      process.exit(3);
    default:
      throw Object.assign(new Error('No such tool'), { code: -32602 });
  }
}

function answer({ method, params }) {
  if (method === 'initialize') {
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'notes', version: '1.2.0' },
    };
  }
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call') return call(params);
  return {};
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, ...request } = JSON.parse(line);
  if (id === undefined) return;
  let reply;
  try {
    reply = { result: answer(request) };
  } catch ({ message, code = -32603 }) {
    reply = { error: { code, message } };
  }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...reply }) + '\\n');
});
`;
