// engine: none
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

test('the description of the API names every route and every status', async (t) => {
  const service = await startTestService(t);
  const { status, body } = await service.call('GET /api/openapi.json');
  assert.equal(status, 200);
  assert.equal(body.openapi, '3.1.0');
  for (const { method, path } of service.routes) {
    const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    assert.ok(operation, `${method} ${path}`);
  }
  const { responses } = body.paths['/api/auth/login'].post;
  assert.deepEqual(Object.keys(responses), [
    '200',
    '202',
    '400',
    '401',
    '403',
    '404',
    '413',
    '415',
    '422',
    '423',
    '429',
    '500',
    '503',
  ]);
});

test('no request accepts a whole number that either engine cannot hold', async (t) => {
  const { body } = await (await startTestService(t)).call('GET /api/openapi.json');
  const unbounded: string[] = [];
  const look = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, maximum, ...rest } = value as Record<string, unknown>;
    if (type === 'integer' && !(Number(maximum) <= Number.MAX_SAFE_INTEGER)) unbounded.push(where);
    for (const [name, part] of Object.entries(rest)) if (name !== 'responses') look(part, `${where}/${name}`);
  };
  look(body.paths, '');
  const answeredWithoutTheStore = ['//api/yearbooks/{year}/pdf/get/parameters/0/schema'];
  assert.deepEqual(unbounded, answeredWithoutTheStore);
});

test('the page of the API runs no script and has one style, allowed by its hash', async (t) => {
  const service = await startTestService(t);
  const { status, headers, text } = await service.call('GET /api/docs');
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.doesNotMatch(text, /<script|\son\w+=|https?:\/\//i);
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  const digest = hash('sha256', style, 'base64');
  assert.ok(String(headers['content-security-policy']).includes(`style-src 'sha256-${digest}'`));
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
});

test('behind https the browser is told to stay there', async (t) => {
  const safe = await startTestService(t, { SVC_PUBLIC_URL: 'https://example.hr' });
  const { headers } = await safe.call('GET /health/live');
  assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  const plain = await startTestService(t);
  assert.equal((await plain.call('GET /health/live')).headers['strict-transport-security'], undefined);
});
