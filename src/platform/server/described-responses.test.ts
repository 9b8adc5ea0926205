// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { undescribedParts } from '../../../test/support/undescribed-parts.ts';
import { defineOpenRoute, NOT_MODIFIED, ok } from '../http/define-route.ts';
import { open } from '../http/route-access.ts';
import { unlimited } from '../http/route-limit.ts';
import { type CodesOf, declareRefusals } from '../kernel/app-error.ts';
import { openApiDocument } from './openapi.ts';

const errors = declareRefusals({
  'things.gone': { status: 404, hr: 'Toga nema.', en: null, when: 'It is gone.' },
  'things.lost': { status: 404, hr: 'Nema.', en: null, when: 'It is lost.', members: { since: Type.Integer() } },
});

declare module '../kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof errors> {}
}

const route = defineOpenRoute({
  method: 'GET',
  path: '/api/auth/things',
  summary: 'A thing',
  tag: 'Things',
  access: open('a test'),
  limit: unlimited('a test'),
  audit: [],
  request: {},
  responses: {
    success: { ...ok(Type.Object({ of: Type.Array(Type.Object({ id: Type.Integer() })) })), mediaTypes: ['text/csv'] },
    others: [NOT_MODIFIED],
    refusals: Object.values(errors),
  },
  handle: async () => ({ of: [] }),
});

const JSON_TYPE = 'application/json; charset=utf-8';
const refusal = (members: object) => ({ detail: 'Nema.', request_id: 'r', ...members });
const parts = (status: number, body: unknown, type: string | undefined = JSON_TYPE) =>
  undescribedParts(route, { status, type, body: typeof body === 'object' ? JSON.stringify(body) : body, isRead: true });

test('what a description has passes', () => {
  assert.deepEqual(parts(200, { of: [{ id: 1 }] }), []);
  assert.deepEqual(parts(200, 'id\n1', 'text/csv; charset=utf-8'), []);
  assert.deepEqual(parts(304, undefined, undefined), []);
  assert.deepEqual(parts(404, refusal({ code: 'things.gone' })), []);
  assert.deepEqual(parts(404, refusal({ code: 'things.lost', since: 1 })), []);
  assert.deepEqual(parts(503, refusal({ code: 'store.unavailable' })), []);
});

test('a status, a type, a member, a code or a missing member that it does not have is told', () => {
  const undescribed = [
    parts(201, { of: [] }),
    parts(200, 'x', 'text/html'),
    parts(200, undefined, undefined),
    parts(304, 'x', 'text/csv'),
    parts(200, { of: [], more: 1 }),
    parts(200, { of: [{ id: 1, more: 1 }] }),
    parts(200, { of: [{ id: '1' }] }),
    parts(404, refusal({ code: 'things.gone', since: 1 })),
    parts(404, refusal({ code: 'things.lost' })),
    parts(404, refusal({ code: 'things.unknown' })),
    parts(503, refusal({ code: 'things.gone' })),
    parts(422, refusal({ code: 'request.invalid', detail: [] })),
  ];
  assert.deepEqual(
    undescribed.map(({ length }) => length > 0),
    undescribed.map(() => true),
  );
});

test('refusals without members share a schema that lists their codes, the others have their own', () => {
  const { paths, components } = openApiDocument([route], '1') as {
    paths: Record<string, { get: { responses: Record<string, object> } }>;
    components: { schemas: Record<string, { properties: object }> };
  };
  assert.deepEqual(paths['/api/auth/things']?.get.responses['404'], {
    description: '`things.gone`, `things.lost`',
    content: {
      'application/json': {
        schema: {
          anyOf: [
            { $ref: '#/components/schemas/Error', properties: { code: { enum: ['things.gone'] } } },
            { $ref: '#/components/schemas/things.lost' },
          ],
        },
      },
    },
  });
  assert.deepEqual(Object.keys(components.schemas['things.lost']?.properties ?? {}), [
    'detail',
    'code',
    'request_id',
    'since',
  ]);
});
