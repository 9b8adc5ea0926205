import autocannon from 'autocannon';
import { printAnswer, programInput } from './support/program-input.ts';

/** Sends requests repeatedly, each connection a different one (`requests` in turn); reports responses per second. */
const {
  url,
  method = 'GET',
  requests,
  connections,
  seconds,
} = programInput<{
  url: string;
  method?: 'GET' | 'POST';
  requests: { headers: Record<string, string>; body?: string }[];
  connections: number;
  seconds: number;
}>();

let opened = 0;
const result = await autocannon({
  url,
  method,
  connections,
  duration: seconds,
  setupClient: (client) => {
    const { headers, body } = requests[opened++ % requests.length] ?? { headers: {} };
    client.setHeadersAndBody(headers, body);
  },
});
const failed = result.non2xx + result.errors + result.timeouts;
if (failed > 0) throw new Error(`${failed} requests failed at ${url}`);
printAnswer({ rate: result.requests.total / result.duration });
