// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { serialiserSchema } from './schema-compilers.ts';

const Answer = Type.Object({
  name: Type.Union([Type.String(), Type.Null()]),
  at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  count: Type.Union([Type.Integer(), Type.Null()]),
  items: Type.Array(Type.Object({ next: Type.Union([Type.String(), Type.Null()]) })),
  either: Type.Union([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })]),
});

test('a response has the same bytes with nullable members as with unions', async () => {
  const values = [
    { name: null, at: null, count: null, items: [], either: { a: 1 } },
    {
      name: 'Č "x"',
      at: '2026-01-01T00:00:00.000Z',
      count: 0,
      items: [{ next: null }, { next: '' }],
      either: { b: 2 },
    },
  ];
  const server = Fastify();
  values.forEach((value, index) => {
    const send = async () => ({ ...value, secret: 'not of the schema' });
    server.get(`/union/${index}`, { schema: { response: { 200: Answer } } }, send);
    server.get(`/nullable/${index}`, { schema: { response: { 200: serialiserSchema(Answer) } } }, send);
  });
  for (const [index, value] of values.entries()) {
    const { body } = await server.inject(`/nullable/${index}`);
    assert.equal(body, (await server.inject(`/union/${index}`)).body);
    assert.deepEqual(JSON.parse(body), value);
  }
});

test('only unions of one plain type and null are rewritten', () => {
  const kept = Type.Union([Type.Object({}), Type.Null()]);
  assert.deepEqual(serialiserSchema(kept), JSON.parse(JSON.stringify(kept)));
  assert.deepEqual(serialiserSchema({ anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] }), {
    type: ['string', 'null'],
    maxLength: 3,
  });
});
