import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { printAnswer } from './support/program-input.ts';

/** A receiver of events that takes each at once. `GET /` gives the lag of each since the last time, in milliseconds. */
let lags: number[] = [];

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.method === 'GET') {
    response.end(JSON.stringify(lags));
    lags = [];
    return;
  }
  lags.push(Date.now() - Date.parse(JSON.parse(body).timestamp));
  response.writeHead(204).end();
});
server.listen(0, '127.0.0.1', () =>
  printAnswer({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }),
);
