// engine: none
import assert from 'node:assert/strict';
import dns from 'node:dns/promises';
import { createServer, type RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseAddressRange } from '../kernel/address-range.ts';
import { OutgoingFailure, type OutgoingProblem } from './outgoing-failure.ts';
import { LONGEST_ANSWER, outgoingFetch } from './outgoing-fetch.ts';
import { isPublicAddress } from './resolve-host.ts';

const ranges = (...texts: string[]) => texts.flatMap((text) => parseAddressRange(text) ?? []);
const loopback = outgoingFetch(ranges('127.0.0.0/8', '::1'));
const strict = outgoingFetch([]);

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const refuses = (work: Promise<unknown>, problem: OutgoingProblem, what?: string) =>
  assert.rejects(work, (error) => error instanceof OutgoingFailure && error.problem === problem, what);

test('internal addresses are not public, however they are spelled', () => {
  const inside = [
    ...['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '::1', '::', '::ffff:10.0.0.1', 'fe80::1', 'fd00::1', 'fc00::1', 'ff02::1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', '::127.0.0.1', 'not an address'],
  ];
  for (const address of inside) assert.equal(isPublicAddress(address), false, address);
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])
    assert.equal(isPublicAddress(address), true, address);
});

test('private addresses are refused before a connection is made', async (t) => {
  let connections = 0;
  const origin = await serve(t, (_request, response) => {
    connections++;
    response.end('{}');
  });
  const { port } = new URL(origin);
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f000001', '2130706433', '127.1'])
    await refuses(strict(`https://${host}:${port}/`), 'address_private', host);
  await refuses(outgoingFetch(ranges('10.0.0.0/8'))(`https://127.0.0.1:${port}/`), 'address_private');
  assert.equal(connections, 0);
});

test('40 ways to addresses inside are refused each, before anybody is called', async (t) => {
  const calls: string[] = [];
  const lookup = t.mock.method(dns, 'lookup', async (host: string) => {
    calls.push(host);
    return NAMES[host] ?? assert.fail(host);
  });
  syncBuiltinESMExports();
  t.after(() => {
    lookup.mock.restore();
    syncBuiltinESMExports();
  });
  const NAMES: Record<string, { address: string; family: number }[]> = {
    'unutra.hr': [{ address: '10.0.0.1', family: 4 }],
    'oboje.hr': [
      { address: '8.8.8.8', family: 4 },
      { address: '192.168.1.1', family: 4 },
    ],
    'sest.hr': [{ address: 'fd00::1', family: 6 }],
    'preslikano.hr': [{ address: '::ffff:169.254.169.254', family: 6 }],
    'localhost.': [{ address: '127.0.0.1', family: 4 }],
    localhost: [{ address: '::1', family: 6 }],
    'veza.hr': [{ address: 'fe80::1%eth0', family: 6 }],
    'prijevod.hr': [{ address: '64:ff9b:1::a00:1', family: 6 }],
  };
  const hosts = [
    ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0x7f.0.0.1', '0x7f000001', '0177.0.0.1', '2130706433'],
    ...['017700000001', '127.0.0.1.', '0', '0.0.0.0', '10.0.0.1', '10.1', '0xa000001', '012.0.0.1', '167772161'],
    ...['172.16.0.1', '172.31.255.255', '192.168.0.1', '0xc0a80001', '3232235521', '169.254.169.254', '2852039166'],
    ...['0xa9fea9fe', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '１２７.0.0.1', '127。0。0。1'],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]'],
    ...['[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[2002:7f00:1::]', '[2001:0:1::1]'],
    ...['[64:ff9b:1::7f00:1]', '[2002:a9fe:a9fe::]', '[::ffff:0:127.0.0.1]'],
    ...['[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]', '[3fff::1]'],
    ...Object.keys(NAMES),
  ];
  assert.ok(new Set(hosts).size >= 40);
  for (const host of hosts) await refuses(strict(`https://${host}/`), 'address_private', host);
  assert.deepEqual(calls.sort(), Object.keys(NAMES).sort(), 'addresses are not asked for');
});

test('a name that leads elsewhere a moment later is called where it was checked', async (t) => {
  const origin = await serve(t, (_request, response) => response.end('ovdje'));
  let asked = 0;
  const lookup = t.mock.method(dns, 'lookup', async () => {
    asked++;
    return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  });
  syncBuiltinESMExports();
  t.after(() => {
    lookup.mock.restore();
    syncBuiltinESMExports();
  });
  const address = `http://mijenja-se.hr:${new URL(origin).port}/`;
  assert.equal(await (await loopback(address)).text(), 'ovdje');
  assert.equal(asked, 1, 'once for each call');
  await refuses(loopback(address), 'address_private');
});

test('plain http reaches a permitted loopback address and nothing else', async (t) => {
  const origin = await serve(t, (request, response) => response.end(JSON.stringify({ asked: request.url })));
  const answer = await loopback(`${origin}/a?b=c`);
  assert.deepEqual([answer.status, await answer.json()], [200, { asked: '/a?b=c' }]);
  await refuses(strict(`${origin}/`), 'address_private');
  await refuses(outgoingFetch(ranges('10.0.0.0/8'))('http://10.0.0.1/'), 'address_invalid');
  await refuses(loopback('http://8.8.8.8/'), 'address_invalid');
  for (const address of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'https://ana:tajna@127.0.0.1/', 'nothing', ''])
    await refuses(loopback(address), 'address_invalid', address);
});

test('an answer is taken as it comes: what is packed is not unpacked', async (t) => {
  const packed = gzipSync(Buffer.alloc(50_000_000));
  const origin = await serve(t, (request, response) => {
    assert.equal(request.headers['accept-encoding'], 'identity');
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  });
  const answer = await loopback(origin);
  assert.equal((await answer.arrayBuffer()).byteLength, packed.length);
});

test('no redirect is followed, wherever it leads', async (t) => {
  let visits = 0;
  const origin = await serve(t, (request, response) => {
    visits++;
    const [, status, to] = /^\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? [];
    response.writeHead(Number(status), { location: decodeURIComponent(to ?? '') }).end();
  });
  const places = [...['http://127.0.0.1:1/', 'https://10.0.0.1/', 'http://[::1]/', '//169.254.169.254/'], '/inside'];
  for (const status of [301, 302, 303, 307, 308])
    for (const to of places) await refuses(loopback(`${origin}/${status}/${encodeURIComponent(to)}`), 'redirected', to);
  assert.equal(visits, 25);
});

test('a response larger than 256 KiB is cut off, even one that never ends', async (t) => {
  const origin = await serve(t, (request, response) => {
    if (request.url === '/fits') return response.end(Buffer.alloc(LONGEST_ANSWER, 32));
    const flood = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
    };
    response.on('drain', flood);
    return flood();
  });
  assert.equal((await (await loopback(`${origin}/fits`)).text()).length, LONGEST_ANSWER);
  await refuses(loopback(`${origin}/endless`), 'too_large');
});

test('a silent server and a trickling response time out after five seconds', async (t) => {
  const origin = await serve(t, (request, response) => {
    if (request.url === '/silent') return;
    const timer = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(timer));
  });
  const startedAt = performance.now();
  await Promise.all([
    refuses(loopback(`${origin}/silent`), 'timed_out'),
    refuses(loopback(`${origin}/trickle`), 'timed_out'),
  ]);
  const took = performance.now() - startedAt;
  assert.ok(took > 4_500 && took < 8_000, `${took}`);
});

test('an unreachable server is reported with the reason', async (t) => {
  const origin = await serve(t, (_request, response) => response.end());
  const { port } = new URL(origin);
  await refuses(loopback(`https://127.0.0.1:${port}/`), 'certificate', 'plain http where TLS is spoken');
  await refuses(loopback('https://127.0.0.1:1/'), 'unreachable');
  await refuses(strict('https://nema-takvog-racunala.invalid/'), 'host_unknown');
});

test('a form is sent as it is', async (t) => {
  const origin = await serve(t, (request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => {
      response.setHeader('x-told', `${request.method} ${request.headers['content-type']} ${body}`);
      response.writeHead(400).end('{}');
    });
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await loopback(origin, { method: 'POST', headers, body: 'a=b' });
  assert.deepEqual([answer.status, answer.headers.get('x-told')], [400, 'POST application/x-www-form-urlencoded a=b']);
});
