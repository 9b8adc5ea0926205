import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { startProcess } from '../support/service-process.ts';
import { testEngine } from '../support/test-engine.ts';
import { createTestStore } from '../support/test-store.ts';

/** Prints to standard error which parts of OpenTelemetry a process loads. */
const TELL = `import { registerHooks } from 'node:module'; import { writeSync } from 'node:fs';
registerHooks({ load(url, context, next) { if (url.includes('@opentelemetry')) writeSync(2, 'LOADED ' + url + '\\n'); return next(url, context); } });`;
const telling = { SVC_LOG_LEVEL: 'info', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL)}` };

test('OpenTelemetry is loaded only with a collector configured, and log lines then have the ids', async (t) => {
  const store = await createTestStore(testEngine);
  t.after(() => store.remove());
  const off = await startProcess(t, { ...store.env, ...telling });
  assert.equal((await off.call('GET /health/live')).status, 200);
  await off.stop();
  assert.doesNotMatch(off.output(), /LOADED|trace_id/);
  const receiver = await startOtlpReceiver(t);
  const on = await startProcess(t, { ...store.env, ...telling, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  assert.equal((await on.call('GET /health/live')).status, 200);
  await on.stop();
  assert.match(on.output(), /LOADED .*@opentelemetry/);
  const lines = on.output().split('\n');
  const line = JSON.parse(lines.find((one) => one.includes('"route":"/health/live"')) ?? '{}');
  const span = receiver.spans.find(({ name }) => name === 'GET /health/live');
  assert.ok(span !== undefined, 'what was left at the end was sent');
  assert.deepEqual([line.trace_id, line.span_id], [span.traceId, span.spanId]);
});
