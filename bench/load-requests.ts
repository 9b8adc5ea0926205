import autocannon from 'autocannon';
import { printAnswer, programInput } from './support/program-input.ts';

/** Sends one request over and over on several connections; reports answered requests per second. */
const {
  url,
  method = 'GET',
  headers,
  body,
  connections,
  seconds,
} = programInput<{
  url: string;
  method?: 'GET' | 'POST';
  body?: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}>();

const result = await autocannon({
  url,
  method,
  headers,
  ...(body === undefined ? {} : { body }),
  connections,
  duration: seconds,
});
const failed = result.non2xx + result.errors + result.timeouts;
if (failed > 0) throw new Error(`${failed} requests failed at ${url}`);
printAnswer({ rate: result.requests.total / result.duration });
