import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { printAnswer, programInput } from './support/program-input.ts';

/** The upper limit of any service on Node's HTTP: sends the same bytes to every request and does nothing else. */
const { headers = [], body = '' } = programInput<{ headers?: string[]; body?: string }>();

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => printAnswer({ port: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
