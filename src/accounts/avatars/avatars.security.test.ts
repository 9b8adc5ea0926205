import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { AVATAR, openAvatarFixture, picture } from '../../../test/support/avatar-fixture.ts';
import { formBody } from '../../../test/support/form-body.ts';
import { parsedAnswer, rawClient, rawRequest } from '../../../test/support/raw-http.ts';

const LARGEST = 5 * 1024 * 1024;
const SECRET_PLACE = 'Tajno mjesto 45N 16E';

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A valid header with these dimensions, followed by almost no data. */
function pngOf(width: number, height: number, content = Buffer.alloc(1000)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const pixels = deflateSync(content);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

const padded = (bytes: Buffer, size: number): Buffer => Buffer.concat([bytes, Buffer.alloc(size - bytes.length, 0x20)]);

/** A JPEG comment comes right after the start of the image. */
const withComment = (jpeg: Buffer): Buffer => {
  const text = Buffer.from(SECRET_PLACE);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
};

for (const format of ['jpeg', 'png', 'webp'] as const) {
  test(`only the pixels of a ${format} are kept`, async (t) => {
    const { member, upload, fetch } = await openAvatarFixture(t);
    const { token } = await member();
    const told = await sharp(await picture(format, { width: 60, height: 40 }))
      .withExif({
        IFD0: { Copyright: SECRET_PLACE, Artist: SECRET_PLACE },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 48/1 0/1', GPSMapDatum: SECRET_PLACE },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET_PLACE}</x:xmpmeta>`)
      .withIccProfile('p3')
      .toFormat(format)
      .toBuffer();
    const sent = padded(format === 'jpeg' ? withComment(told) : told, told.length + 2000);
    sent.write(`<script>${SECRET_PLACE}</script>`, told.length + 500);
    for (const mark of [SECRET_PLACE, '<script>']) assert.ok(sent.includes(mark), `the picture sent has ${mark}`);
    const before = await sharp(sent).metadata();
    assert.ok(before.exif && before.xmp && before.icc);
    const { body } = await upload(token, sent);
    const { rawPayload } = await fetch(body.avatar_url);
    for (const mark of [SECRET_PLACE, 'Exif', 'EXIF', 'eXIf', 'GPS', 'xmp', 'XMP', 'ICC', 'iCCP', '<script>'])
      assert.ok(!rawPayload.includes(mark), `the file served has no ${mark}`);
    const { exif, xmp, icc, iptc, comments } = await sharp(rawPayload).metadata();
    assert.deepEqual([exif, xmp, icc, iptc, comments], Array(5).fill(undefined));
  });
}

test('types are recognised by bytes, not by name', async (t) => {
  const { service, member, upload, urls } = await openAvatarFixture(t);
  const { token } = await member();
  const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .gif()
    .toBuffer();
  const tiff = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .tiff()
    .toBuffer();
  const others = {
    gif,
    tiff,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    html: '<!doctype html><script>alert(1)</script>',
    pdf: '%PDF-1.7\n1 0 obj\n',
    empty: '',
    riff: 'RIFF\x24\x00\x00\x00WAVEfmt ',
  };
  for (const [kind, bytes] of Object.entries(others)) {
    const { status, body } = await upload(token, bytes, { filename: 'slika.png', type: 'image/png' });
    assert.deepEqual([status, body.code], [415, 'avatars.type'], kind);
  }
  assert.deepEqual([urls(), await service.audit.take()], [[], []]);
});

test('damaged pictures are refused', async (t) => {
  const { service, member, upload, urls } = await openAvatarFixture(t);
  const { token } = await member();
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: 'gray',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .toFormat(format)
      .toBuffer();
    for (const length of [16, 60, Math.floor(noise.length / 2), noise.length - 200]) {
      const { status, body } = await upload(token, noise.subarray(0, length));
      assert.deepEqual([status, body.code], [422, 'avatars.unreadable'], `${format} cut to ${length}`);
    }
  }
  assert.deepEqual([urls(), await service.audit.take()], [[], []]);
});

test('a picture that is a thread is refused by its header: each of its lines costs more than its points', async (t) => {
  const { service, member, upload, urls } = await openAvatarFixture(t);
  const { token } = await member();
  const line = 1 + 3; // its filter, then red, green and blue
  const thread = pngOf(1, 2_000_000, Buffer.alloc(2_000_000 * line));
  for (const bytes of [
    thread,
    pngOf(1, 65_536, Buffer.alloc(65_536 * line)),
    pngOf(65_536, 1, Buffer.alloc(200_000)),
  ]) {
    const { status, body } = await upload(token, bytes);
    assert.deepEqual([status, body.code], [422, 'avatars.too_many_pixels']);
  }
  assert.deepEqual([urls(), await service.audit.take()], [[], []]);
  assert.equal((await upload(token, pngOf(1, 65_535, Buffer.alloc(65_535 * line)))).status, 200);
});

test('a decompression bomb is refused by its header', async (t) => {
  const { service, member, upload, urls } = await openAvatarFixture(t);
  const { token } = await member();
  await upload(undefined, await picture());
  const bomb = pngOf(16_000, 16_000);
  const spans: number[] = [];
  for (let round = 0; round < 12; round++) {
    const started = performance.now();
    const { status, body } = await upload(token, bomb);
    spans.push(performance.now() - started);
    assert.deepEqual([status, body.code], [422, 'avatars.too_many_pixels']);
  }
  const median = spans.slice(2).sort((one, other) => one - other)[5] as number;
  assert.ok(median < 50, `the median of ${median} ms is below 50 ms`);
  for (const [width, height] of [
    [5001, 5000],
    [2_000_000_000, 2_000_000_000],
    [100_000, 300],
  ] as const)
    assert.equal((await upload(token, pngOf(width, height))).status, 422);
  assert.deepEqual([urls(), await service.audit.take()], [[], []]);
  const most = await picture('png', { width: 5000, height: 5000 });
  assert.equal((await upload(token, most)).status, 200);
});

test('five megabytes are accepted, one byte more is not', async (t) => {
  const { service, member, upload, urls } = await openAvatarFixture(t);
  const { token } = await member();
  for (const format of ['jpeg', 'png', 'webp'] as const)
    assert.equal((await upload(token, padded(await picture(format), LARGEST))).status, 200, format);
  await service.audit.forget();
  const kept = urls();
  for (const size of [LARGEST + 1, LARGEST + 100_000, 2 * LARGEST]) {
    const { status, body } = await upload(token, padded(await picture(), size));
    assert.deepEqual([status, body.code], [413, 'request.too_large'], String(size));
  }
  assert.equal((await upload(undefined, padded(await picture(), 2 * LARGEST))).status, 413);
  assert.deepEqual([urls(), await service.audit.take()], [kept, []]);
});

test('over a real connection the response arrives, however the form is sent', async (t) => {
  const { service, member, urls } = await openAvatarFixture(t);
  const { token } = await member();
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const send = async (size: number, { chunked = false, authorized = true } = {}) => {
    const { headers, payload } = formBody([{ bytes: padded(await picture(), size), filename: 'a.png' }]);
    const stream = new ReadableStream({
      pull: (controller) => {
        for (let at = 0; at < payload.length; at += 65_536) controller.enqueue(payload.subarray(at, at + 65_536));
        controller.close();
      },
    });
    const answer = await fetch(`${address}${AVATAR}`, {
      method: 'POST',
      headers: { ...headers, ...(authorized ? { authorization: `Bearer ${token}` } : {}) },
      ...(chunked ? { body: stream, duplex: 'half' } : { body: payload }),
    });
    await answer.text();
    return answer.status;
  };
  for (const chunked of [false, true]) {
    assert.equal(await send(LARGEST, { chunked }), 200);
    assert.equal(await send(LARGEST + 1, { chunked }), 413);
    assert.equal(await send(4 * LARGEST, { chunked }), 413);
    assert.equal(await send(LARGEST, { chunked, authorized: false }), 200);
    assert.equal(await send(4 * LARGEST, { chunked, authorized: false }), 413);
  }
  assert.equal(urls().length, 1);
});

test('a client that disconnects during an upload leaves nothing', async (t) => {
  const { service, member, urls } = await openAvatarFixture(t);
  const { token } = await member();
  const { port } = new URL(await service.server.listen({ host: '127.0.0.1', port: 0 }));
  const { headers, payload } = formBody([{ bytes: padded(await picture(), 200_000), filename: 'a.png' }]);
  const lines = [
    ...[`POST ${AVATAR} HTTP/1.1`, 'Host: 127.0.0.1', `Content-Length: ${payload.length}`],
    ...[`Content-Type: ${headers['content-type']}`, `Authorization: Bearer ${token}`, '', ''],
  ];
  for (const sent of [0, 100, 100_000, payload.length - 1]) {
    const socket = connect(Number(port), '127.0.0.1');
    await new Promise((resolve) =>
      socket.write(Buffer.concat([Buffer.from(lines.join('\r\n')), payload.subarray(0, sent)]), resolve),
    );
    socket.destroy();
  }
  await pause(200);
  assert.deepEqual([urls(), await service.audit.take()], [[], []]);
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 200);
});

test('a caller without permission is refused before the body is read', async (t) => {
  const { service, member, upload, urls } = await openAvatarFixture(t);
  const guest = await member('guest');
  const bytes = await picture();
  const refused = await upload(guest.token, bytes);
  assert.deepEqual([refused.status, refused.body.code], [403, 'access.role']);
  const removal = await service.call(`DELETE ${AVATAR}`, { token: guest.token });
  assert.deepEqual([removal.status, removal.body.code], [403, 'access.role']);
  for (const token of ['x', '', `${guest.token}x`]) {
    const { status, body } = await upload(token, bytes);
    assert.deepEqual([status, body.code], [401, 'auth.invalid']);
  }
  const nobody = await service.call(`DELETE ${AVATAR}`);
  assert.deepEqual([nobody.status, nobody.body.code], [401, 'auth.missing']);
  assert.deepEqual([urls(), await service.audit.take()], [[], []]);
});

test("nobody can change another person's file", async (t) => {
  const { service, member, upload, urls, fetch } = await openAvatarFixture(t);
  const [ana, ivo] = [await member(), await member()];
  const mine = await upload(ana.token, await picture());
  const before = (await fetch(mine.body.avatar_url)).rawPayload;
  const name = basename(mine.body.avatar_url);
  for (const filename of [name, `../${name}`, `/uploads/avatars/${name}`, `..\\${name}`])
    assert.equal((await upload(ivo.token, await picture('jpeg'), { filename, name: filename })).status, 200);
  await service.call(`DELETE ${AVATAR}`, { token: ivo.token });
  assert.deepEqual(urls(), [mine.body.avatar_url]);
  assert.deepEqual((await fetch(mine.body.avatar_url)).rawPayload, before);
});

test('upload routes accept only forms, and other routes none', async (t) => {
  const { service, member } = await openAvatarFixture(t);
  const { token } = await member();
  const send = async (headers: Record<string, string>, payload: Buffer | string, target = `POST ${AVATAR}`) => {
    const [method, url] = target.split(' ') as ['POST', string];
    const answer = await service.server.inject({
      method,
      url,
      payload,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    return [answer.statusCode, answer.json().code];
  };
  const unsupported = [415, 'request.media_type'];
  const invalid = [422, 'request.invalid'];
  const { headers, payload } = formBody([{ bytes: await picture(), filename: 'a.png' }]);
  assert.deepEqual(await send({ 'content-type': 'application/json' }, '{"file":"a"}'), unsupported);
  assert.deepEqual(await send({ 'content-type': 'image/png' }, padded(await picture(), 1_000_000)), unsupported);
  assert.deepEqual(await send({ 'content-type': 'multipart/mixed; boundary=x' }, payload), unsupported);
  assert.deepEqual(await send({}, ''), invalid);
  assert.deepEqual(await send({ 'content-type': 'application/json' }, ''), invalid);
  assert.deepEqual(await send({ ...headers }, ''), invalid);
  assert.deepEqual(await send({ 'content-type': 'multipart/form-data' }, payload), invalid);
  assert.deepEqual(await send({ ...headers }, payload.subarray(0, 150)), invalid);
  assert.deepEqual(await send({ ...headers }, 'ništa'), invalid);
  assert.deepEqual(await send({ ...headers }, formBody([{ name: 'a', bytes: 'tekst' }]).payload), invalid);
  for (const name of ['__proto__', 'constructor'])
    assert.deepEqual(await send({ ...headers }, formBody([{ name, bytes: 'a', filename: 'a' }]).payload), invalid);
  const fields = formBody(Array.from({ length: 50 }, (_, number) => ({ name: `polje${number}`, bytes: 'x' })));
  assert.deepEqual(await send({ ...headers }, fields.payload), [413, 'request.too_large']);
  assert.deepEqual(await send({ ...headers }, payload, 'PUT /api/auth/me'), unsupported);
  assert.deepEqual(await send({ ...headers }, payload, 'POST /api/auth/login'), unsupported);
  assert.deepEqual(await service.audit.take(), []);
});

test('a served file cannot run anything, and is cacheable', async (t) => {
  const { service, member, upload, fetch } = await openAvatarFixture(t);
  const { token } = await member();
  const { avatar_url: url } = (await upload(token, await picture())).body;
  const { headers, rawPayload } = await fetch(url);
  const expected = {
    'content-type': 'image/png',
    'content-length': rawPayload.length,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'content-disposition': 'inline',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(String(headers[name]), String(value), name);
  assert.ok(headers['last-modified']);
  const etag = String(headers.etag);
  const again = await fetch(url, { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
  const head = await fetch(url, { method: 'HEAD' });
  assert.deepEqual([head.statusCode, head.rawPayload.length, head.headers.etag], [200, 0, etag]);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await service.call(`${method} ${url}`);
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET, HEAD, OPTIONS'], method);
  }
});

test('only files that the service wrote are served', async (t) => {
  const { service, folder, member, upload, fetch } = await openAvatarFixture(t);
  const { id, token } = await member();
  const { avatar_url: url } = (await upload(token, await picture())).body;
  const write = (name: string) => writeFileSync(join(folder, name), 'tajna');
  for (const name of ['popis.html', '.1_2.part', '.htaccess', '1_2.svg', '1_2.png.html', 'a_2.png', '1_2.PNG'])
    write(name);
  writeFileSync(join(folder, '..', '1_2.png'), 'tajna');
  symlinkSync(join(folder, '..', '1_2.png'), join(folder, '3_4.png'));
  mkdirSync(join(folder, '5_6.png'));
  const missing = [
    ...['/uploads', '/uploads/', '/uploads/avatars', '/uploads/avatars/', '/uploads/1_2.png'],
    ...[
      'popis.html',
      '.1_2.part',
      '.htaccess',
      '1_2.svg',
      '1_2.png.html',
      'a_2.png',
      '1_2.PNG',
      '3_4.png',
      '5_6.png',
    ].map((name) => `/uploads/avatars/${name}`),
    ...[`${id}_1.png`, `${basename(url)}/`, `${basename(url)}/x`, `x/${basename(url)}`].map(
      (name) => `/uploads/avatars/${name}`,
    ),
    url.replace('.png', '.jpg'),
    url.toUpperCase(),
  ];
  for (const path of missing) assert.equal((await fetch(path)).statusCode, 404, path);
  const send = await rawClient(service.server);
  const crooked = [
    '../../1_2.png',
    '..%2f1_2.png',
    '%2e%2e/1_2.png',
    '..\\1_2.png',
    '%00.png',
    '/1_2.png',
    './1_2.png',
  ];
  for (const name of crooked) {
    const answer = parsedAnswer(await send(rawRequest(`GET /uploads/avatars/${name}`)));
    assert.deepEqual([answer.status, answer.body.code], [400, 'request.target'], name);
  }
  assert.equal((await service.call(`GET ${url}`)).status, 200);
});
