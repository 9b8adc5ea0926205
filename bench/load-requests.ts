import autocannon from 'autocannon';
import { printAnswer, programInput } from './support/program-input.ts';

/** Requests one path over and over on several connections; reports answered requests per second. */
const { url, headers, connections, seconds } = programInput<{
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}>();

const result = await autocannon({ url, headers, connections, duration: seconds });
const failed = result.non2xx + result.errors + result.timeouts;
if (failed > 0) throw new Error(`${failed} requests failed at ${url}`);
printAnswer({ rate: result.requests.total / result.duration });
