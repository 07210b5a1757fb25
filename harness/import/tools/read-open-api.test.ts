import { expect, it } from 'vitest';
import { readToolShelf } from '../tool-shelf.ts';
import { readToolList } from './read-tool-list.ts';

const api = {
  openapi: '3.0.3',
  paths: {
    '/orders/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      get: {
        summary: 'Show an order.',
        parameters: [
          { name: 'full', in: 'query', description: 'All of it.', schema: { type: 'boolean' } },
          { name: 'authorization', in: 'header', schema: { type: 'string' } },
        ],
      },
      delete: { operationId: 'cancel order', description: 'Cancel it.' },
    },
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/order' } } },
        },
      },
    },
    '/tags': {
      put: {
        requestBody: {
          content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } },
        },
      },
    },
  },
  components: {
    parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      order: {
        type: 'object',
        required: ['item'],
        properties: {
          item: { type: 'string' },
          note: { type: 'string', nullable: true },
          parent: { $ref: '#/components/schemas/order' },
        },
      },
    },
  },
};

it('each operation of an OpenAPI document is a tool', () => {
  const list = readToolList(api);
  const shown = list.ok
    ? list.tools.map(({ name, description, effect, parameters }) => {
        const { properties, required } = parameters;
        return { name, description, effect, properties, required };
      })
    : list;
  const id = { type: 'string' };
  const parent = {
    type: 'object',
    required: ['item'],
    properties: { item: { type: 'string' }, note: { type: ['string', 'null'] }, parent: {} },
  };
  expect(shown).toEqual([
    {
      name: 'get_orders_id',
      description: 'Show an order.',
      effect: 'read',
      properties: { id, full: { type: 'boolean', description: 'All of it.' } },
      required: ['id'],
    },
    {
      name: 'cancel_order',
      description: 'Cancel it.',
      effect: 'idempotent',
      properties: { id },
      required: ['id'],
    },
    {
      name: 'createOrder',
      description: '',
      effect: null,
      properties: { ...parent.properties, parent: {} },
      required: ['item'],
    },
    {
      name: 'put_tags',
      description: '',
      effect: 'idempotent',
      properties: { body: { type: 'array', items: { type: 'string' } } },
      required: [],
    },
  ]);
});

it('a document without an operation is refused with its place', () => {
  expect(readToolList({ openapi: '3.1.0', paths: {} })).toEqual({
    ok: false,
    path: '$.paths',
    expected: 'at least one operation',
  });
});

it('an OpenAPI document gives the tools of an import, with grades where the method says them', () => {
  const shelf = readToolShelf(JSON.stringify(api), 'api.json');
  expect(shelf.of('any').map(({ name, grade, graded }) => [name, grade, graded])).toEqual([
    ['get_orders_id', 'read', true],
    ['cancel_order', 'idempotent', true],
    ['createOrder', 'irreversible', false],
    ['put_tags', 'idempotent', true],
  ]);
});
