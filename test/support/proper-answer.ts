import assert from 'node:assert/strict';
import type { Answer } from './test-service.ts';

/** Traces of internals that no client may see. */
const INSIDES = /node:|node_modules|\.ts:\d|\bat [\w.<>]+ \(|SQLITE|ECONN|syntax error|FST_ERR|TypeError|\[object /;

/** What holds for every response: headers, and the format of a refusal. */
export function assertProper(answer: Answer, what: string): void {
  const { status, headers, body, text } = answer;
  assert.ok(status < 500, `${what}: ${status} ${text}`);
  assert.match(String(headers['x-request-id']), /^[\w-]{22}$/, what);
  assert.equal(headers['x-content-type-options'], 'nosniff', what);
  assert.equal(headers['x-frame-options'], 'DENY', what);
  assert.equal(headers['referrer-policy'], 'no-referrer', what);
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin', what);
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/, what);
  assert.equal(headers['x-powered-by'], undefined, what);
  assert.equal(headers.server, undefined, what);
  if (status < 400 || text === '') return;
  assert.doesNotMatch(text, INSIDES, what);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', what);
  assert.equal(headers['cache-control'], 'no-store', what);
  assert.equal(body.request_id, headers['x-request-id'], what);
  assert.match(body.code, /^[a-z0-9]+\.[a-z0-9_]+$/, what);
  const isInvalid = body.code === 'request.invalid' || body.code === 'streams.invalid';
  assert.ok(typeof body.detail === 'string' || isInvalid, what);
  if (isInvalid) {
    for (const problem of body.detail) assert.deepEqual(Object.keys(problem), ['loc', 'msg', 'type'], what);
  }
}

/** The `loc`s and types of an answer 422, such as `body.email missing`. */
export const problemsOf = ({ body }: Answer): string[] =>
  body.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`).sort();
