import autocannon from 'autocannon';
import { printAnswer, programInput } from './support/program-input.ts';

/** Asks one address again and again over so many connections; answers how many requests a second were answered. */
const { url, token, connections, seconds } = programInput<{
  url: string;
  token: string;
  connections: number;
  seconds: number;
}>();

const headers = { authorization: `Bearer ${token}` };
const result = await autocannon({ url, headers, connections, duration: seconds });
const failed = result.non2xx + result.errors + result.timeouts;
if (failed > 0) throw new Error(`${failed} requests failed at ${url}`);
printAnswer({ rate: result.requests.total / result.duration });
