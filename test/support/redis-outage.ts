import assert from 'node:assert/strict';
import { AppError } from '../../src/platform/kernel/app-error.ts';

/** A log that keeps its lines. */
export function collectingLog() {
  const lines: string[] = [];
  const add = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, log: { info: add, warn: add } };
}

/** What every counter throws while Redis is away. */
export function isUnavailable(error: unknown): boolean {
  assert.ok(error instanceof AppError);
  assert.equal(error.code, 'counters.unavailable');
  assert.equal(error.status, 503);
  assert.equal(error.headers['retry-after'], '2');
  assert.equal(typeof error.cause, 'string');
  return true;
}
