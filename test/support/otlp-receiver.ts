import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** A collector: takes traces over OTLP/HTTP (JSON) and keeps them. */
export interface OtlpReceiver {
  readonly url: string;
  /** Settings that name it. */
  readonly env: Readonly<Record<string, string>>;
  readonly spans: ReceivedSpan[];
  /** Every received body. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  /** Waits for a matching span. */
  until(fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
}

interface WireSpan extends Omit<ReceivedSpan, 'attributes' | 'failed'> {
  readonly status: { readonly code?: number };
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const WITHIN_MS = 20_000;

/** Span processors of this process send their batches at once. */
function hurry(t: TestContext): void {
  const before = process.env.OTEL_BSP_SCHEDULE_DELAY;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  t.after(() => {
    if (before === undefined) delete process.env.OTEL_BSP_SCHEDULE_DELAY;
    else process.env.OTEL_BSP_SCHEDULE_DELAY = before;
  });
}

export async function startOtlpReceiver(t: TestContext): Promise<OtlpReceiver> {
  hurry(t);
  const received: Omit<OtlpReceiver, 'url' | 'env' | 'until'> = { spans: [], bodies: [], headers: [] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (request.url === '/v1/traces') {
      received.bodies.push(body);
      received.headers.push(request.headers);
      received.spans.push(...spansIn(body));
    }
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...received,
    url,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc' },
    until: async (fits) => {
      for (const giveUpAt = performance.now() + WITHIN_MS; performance.now() < giveUpAt; await pause(20)) {
        const found = received.spans.find(fits);
        if (found !== undefined) return found;
      }
      throw new Error(`No such span among ${received.spans.map(({ name }) => name).join(', ')}`);
    },
  };
}

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[];
  };
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes, status, ...span }) => ({
      ...span,
      failed: status.code === 2,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
      ),
    }));
}
