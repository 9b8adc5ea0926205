// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { serialiserCompiler, validatorCompiler } from '../server/schema-compilers.ts';

const Query = Type.Object({ limit: Type.Integer({ maximum: 100 }) });
const Answer = Type.Object({ limit: Type.Integer(), next: Type.Union([Type.String(), Type.Null()]) });

/** Answers what its query says, and more than its schema names. */
function echoServer(path: string): FastifyInstance {
  const server = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serialiserCompiler);
  const schema = { querystring: Query, response: { 200: Answer } };
  server.get(path, { schema }, async ({ query }) => ({ ...(query as object), next: null, path }));
  return server;
}

test('servers of one process that share a schema validate and answer each for itself', async () => {
  const [one, other] = [echoServer('/one'), echoServer('/other')];
  const [fits, refused, again] = await Promise.all([
    one.inject('/one?limit=7'),
    other.inject('/other?limit=101'),
    one.inject('/one?limit=8'),
  ]);
  assert.deepEqual([fits.statusCode, fits.body], [200, '{"limit":7,"next":null}']);
  assert.equal(refused.statusCode, 400);
  assert.deepEqual([again.statusCode, again.body], [200, '{"limit":8,"next":null}']);
});

test('a schema is compiled once in a process', () => {
  assert.equal(serialiserCompiler({ schema: Answer }), serialiserCompiler({ schema: Answer }));
  assert.notEqual(
    serialiserCompiler({ schema: Answer }),
    serialiserCompiler({ schema: Type.Object({ ...Answer.properties }) }),
  );
});
