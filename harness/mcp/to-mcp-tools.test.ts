import { expect, it } from 'vitest';
import { toMcpTools } from './to-mcp-tools.ts';

const own = {
  category: 'files',
  tags: ['core'],
  roles: ['lead'],
  phases: ['reading'],
  fallback: 'read_copy',
};
const server = {
  home: '/',
  command: ['server'],
  tools: { read_file: { ...own, effect: 'read' } },
} as const;

it('a tool of a server has the groups, roles, phases and fallback that the suite gives it', () => {
  const listed = { description: 'Reads', parameters: { type: 'object' }, hints: {} };
  const { tools } = toMcpTools(server, [
    { ...listed, name: 'read_file' },
    { ...listed, name: 'read_copy' },
  ]);
  expect(tools[0]).toMatchObject(own);
  expect(tools[1]).not.toHaveProperty('roles');
});
