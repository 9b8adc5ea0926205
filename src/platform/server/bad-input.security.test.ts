// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { assertProper, problemsOf } from '../../../test/support/proper-answer.ts';
import { roundsOr, timeFor } from '../../../test/support/test-rounds.ts';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';
import type { Route } from '../http/define-route.ts';
import { hours } from '../kernel/durations.ts';

const ajv = new Ajv({ strict: false });

interface ObjectSchema {
  readonly properties?: Record<string, object>;
  readonly required?: readonly string[];
}

/** A caller who may do everything and never reaches a limit. */
async function strongCaller(service: TestService) {
  await service.addPerson({ email: 'jaka@example.hr', role: 'superadmin' });
  let token = await service.tokenOf('jaka@example.hr');
  return async (target: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await service.call(target, { token, body, headers });
    if (answer.status !== 429 && answer.body.code !== 'auth.revoked' && answer.body.code !== 'auth.expired')
      return answer;
    service.clock.advance(hours(2));
    token = await service.tokenOf('jaka@example.hr');
    return service.call(target, { token, body, headers });
  };
}

/** The other routes are for services alone. */
const isForPeople = ({ access }: Route): boolean => !('weakestTier' in access) || access.weakestTier !== -1;
const targetOf = ({ method, path }: Route): string => `${method} ${path.replace(/:\w+/g, '1')}`;
const bodyOf = ({ request }: Route): ObjectSchema | undefined => request.body as ObjectSchema | undefined;

test('every field of every body refuses wrong types, excessive length, NUL and lone surrogates', async (t) => {
  const service = await startTestService(t, { SVC_GOOGLE_CLIENT_ID: 'klub.apps.googleusercontent.com' });
  const send = await strongCaller(service);
  const routes = service.routes.filter((route) => bodyOf(route) !== undefined && isForPeople(route));
  assert.ok(routes.length >= 3);
  for (const route of routes) {
    const { properties = {}, required = [] } = bodyOf(route) ?? {};
    const target = targetOf(route);
    for (const [field, schema] of Object.entries(properties)) {
      const fits = ajv.compile(schema);
      const odd = [7, -1.5, true, false, null, [], {}, ['a'], { a: 1 }, 'x'.repeat(20_000), '0'.repeat(20_000)];
      for (const value of odd.filter((candidate) => !fits(candidate))) {
        const what = `${target} ${field} ${JSON.stringify(value).slice(0, 20)}`;
        const answer = await send(target, { [field]: value });
        assertProper(answer, what);
        assert.equal(answer.status, 422, what);
        assert.ok(
          problemsOf(answer).some((problem) => problem.startsWith(`body.${field}`)),
          `${what}: ${answer.text}`,
        );
        assert.ok(!answer.text.includes('xxxx') && !answer.text.includes('0000'), 'a value is never echoed');
      }
      for (const text of [`{"${field}":"a\\u0000b"}`, `{"${field}":"a\\ud800b"}`, `{"${field}":"\\udc00"}`]) {
        const answer = await send(target, text);
        assertProper(answer, target);
        assert.deepEqual(problemsOf(answer), [`body.${field} text_unsafe`], `${target} ${text}`);
      }
    }
    const answer = await send(target, {});
    // An answer that is not a refusal names no problem.
    const missing = problemsOf(answer.status === 422 ? answer : ({ body: { detail: [] } } as unknown as Answer));
    for (const field of required) assert.ok(missing.includes(`body.${field} missing`), `${target} ${field}`);
  }
});

test('a few thousand random requests never cause a 500, nor reveal internals', {
  timeout: timeFor(60_000),
}, async (t) => {
  const service = await startTestService(t, { SVC_LOGIN_IP_THRESHOLD: '1000000' });
  await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  const known = service.routes.map(targetOf);
  const names = service.routes.flatMap((route) => Object.keys(bodyOf(route)?.properties ?? {}));
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom<unknown>('ana@example.hr', '', ' ', "' or 1=1 --", '%s', '69435151530', 'hr', '\u202e'),
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
    fc.bigInt().map((big) => `${big}`),
  );
  const body = fc.oneof(
    fc
      .dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 6 })
      .map((members) => JSON.stringify(members)),
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  const path = fc.oneof(
    fc.constantFrom(...known.map((target) => target.split(' ')[1] ?? '/')),
    fc.webPath().map((text) => `/${text}`),
    fc.string({ maxLength: 30 }).map((text) => `/api/${encodeURIComponent(text.toWellFormed())}`),
  );
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    target: fc.oneof(
      fc.constantFrom(...known),
      fc.tuple(fc.constantFrom('POST', 'GET', 'DELETE'), path).map((parts) => parts.join(' ')),
    ),
    query: fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((text) => `?${text}`),
    ),
    body,
    type: fc.constantFrom('application/json', 'application/json', 'application/json', 'text/plain', ''),
    signedIn: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ target, query, body: payload, type, signedIn }) => {
      const answer = await service.call(`${target}${query}`, {
        ...(signedIn ? { token } : {}),
        body: payload,
        headers: { 'content-type': type },
      });
      if (answer.status === 503) assert.equal(answer.body.code, 'attempts.busy');
      else assertProper(answer, `${target}${query}`);
    }),
    { numRuns: roundsOr(2000), endOnFailure: true },
  );
});
