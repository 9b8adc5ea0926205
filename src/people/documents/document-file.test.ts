import assert from 'node:assert/strict';
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openArchiveFixture, smallPdf } from '../../../test/support/archive-fixture.ts';
import { sweepDocuments } from './document-content.ts';
import { contentDisposition, fileNameOf } from './send-document.ts';

const BYTES = smallPdf({ pages: 2 });
const SIZE = BYTES.length;

async function withYearbook(t: Parameters<typeof openArchiveFixture>[0]) {
  const fixture = await openArchiveFixture(t);
  const fields = { kind: 'yearbook', year: '2016', title: 'Godišnjak 2016.', visibility: 'public' };
  const { status, body } = await fixture.upload(await fixture.tokenFor('admin'), BYTES, fields);
  assert.equal(status, 201, JSON.stringify(body));
  return { ...fixture, document: body, url: '/api/yearbooks/2016/pdf', etag: `"${body.sha256}"` };
}

test('a yearbook is shown in the browser or downloaded, under its own name', async (t) => {
  const { fetch, url, etag, document } = await withYearbook(t);
  const { statusCode, headers, rawPayload } = await fetch(url);
  assert.equal(statusCode, 200);
  assert.ok(rawPayload.equals(BYTES));
  const modified = new Date(Math.floor(Date.parse(document.created_at) / 1000) * 1000).toUTCString();
  const expected = {
    etag,
    'last-modified': modified,
    'accept-ranges': 'bytes',
    'content-length': SIZE,
    'content-type': 'application/pdf',
    'content-language': 'hr',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="Godisnjak 2016.pdf"; filename*=UTF-8''Godi%C5%A1njak%202016.pdf`,
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(String(headers[name]), String(value), name);
  for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
    assert.ok(String(headers['content-security-policy']).includes(part), part);
  const saved = await fetch(`${url}?download=1`);
  assert.match(String(saved.headers['content-disposition']), /^attachment; filename="Godisnjak 2016\.pdf"/);
  assert.equal((await fetch(`${url}?download=2`)).statusCode, 422);
  const head = await fetch(url, {}, 'HEAD');
  assert.deepEqual([head.statusCode, head.rawPayload.length, Number(head.headers['content-length'])], [200, 0, SIZE]);
  assert.equal((await fetch('/api/yearbooks/abc/pdf')).statusCode, 422);
});

test('one byte range is served, and a broken download resumes', async (t) => {
  const { fetch, url, etag } = await withYearbook(t);
  const cases: [string, number, number, number][] = [
    ['bytes=0-99', 206, 0, 99],
    ['bytes=100-', 206, 100, SIZE - 1],
    ['bytes=-50', 206, SIZE - 50, SIZE - 1],
    ['bytes=-999999', 206, 0, SIZE - 1],
    [`bytes=10-${SIZE + 100}`, 206, 10, SIZE - 1],
    ['BYTES=5-5', 206, 5, 5],
    [`bytes=${SIZE}-`, 416, 0, 0],
    ['bytes=-0', 416, 0, 0],
    ['bytes=0-1,5-6', 200, 0, SIZE - 1],
    ['bytes=9-3', 200, 0, SIZE - 1],
    ['bytes=-', 200, 0, SIZE - 1],
    ['bytes=a-b', 200, 0, SIZE - 1],
    ['lines=0-1', 200, 0, SIZE - 1],
  ];
  for (const [range, status, first, last] of cases) {
    const { statusCode, headers, rawPayload } = await fetch(url, { range });
    assert.equal(statusCode, status, range);
    if (status === 416) {
      assert.equal(headers['content-range'], `bytes */${SIZE}`);
      assert.equal(headers.etag, undefined);
      continue;
    }
    assert.ok(rawPayload.equals(BYTES.subarray(first, last + 1)), range);
    assert.equal(headers['content-range'], status === 206 ? `bytes ${first}-${last}/${SIZE}` : undefined, range);
    assert.equal(Number(headers['content-length']), last - first + 1);
  }
  const rest = await fetch(url, { range: 'bytes=100-', 'if-range': etag });
  assert.ok(Buffer.concat([BYTES.subarray(0, 100), rest.rawPayload]).equals(BYTES));
  const { headers } = await fetch(url);
  for (const ifRange of ['"other"', `W/${etag}`, String(headers['last-modified'])])
    assert.equal((await fetch(url, { range: 'bytes=100-', 'if-range': ifRange })).statusCode, 200, ifRange);
  assert.equal((await fetch(url, { range: 'bytes=0-1' }, 'HEAD')).statusCode, 200);
});

test("a file is not sent again while the client's copy is current", async (t) => {
  const { fetch, url, etag } = await withYearbook(t);
  const modified = String((await fetch(url)).headers['last-modified']);
  const later = new Date(Date.parse(modified) + 60_000).toUTCString();
  const earlier = new Date(Date.parse(modified) - 60_000).toUTCString();
  const cases: [Record<string, string>, number][] = [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"x", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"', 'if-modified-since': later }, 200],
    [{ 'if-modified-since': modified }, 304],
    [{ 'if-modified-since': earlier }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-unmodified-since': earlier }, 412],
    [{ 'if-unmodified-since': modified }, 200],
    [{ 'if-none-match': etag, range: 'bytes=0-1' }, 304],
  ];
  for (const [headers, status] of cases) {
    const answer = await fetch(url, headers);
    assert.equal(answer.statusCode, status, JSON.stringify(headers));
    if (status !== 304) continue;
    assert.deepEqual([answer.rawPayload.length, answer.headers.etag], [0, etag]);
    assert.equal((await fetch(url, headers, 'HEAD')).statusCode, 304);
  }
});

test('a title cannot inject into a header, nor lead out of a folder', () => {
  const names: [string, string][] = [
    ['Pravilnik "o" čćđšž', 'Pravilnik o čćđšž'],
    ['../../etc/passwd', 'etc passwd'],
    ['..\\C:\\x|y*?<z>', 'C x y z'],
    ['a\r\nSet-Cookie: b=1', 'a Set-Cookie b=1'],
    ['racun\u202Efdp.exe', 'racun fdp.exe'],
    ['CON', 'dokument CON'],
    ['nul.txt', 'dokument nul.txt'],
    ['...', 'dokument'],
    ['  .skriven. ', 'skriven'],
    ['x'.repeat(300), 'x'.repeat(120)],
    ['𝔘𝔫𝔦', '𝔘𝔫𝔦'],
  ];
  for (const [title, name] of names) {
    assert.equal(fileNameOf(title), name);
    const header = contentDisposition('inline', `${fileNameOf(title)}.pdf`);
    assert.match(header, /^inline; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w.%!#$&+^`|~-]+$/);
    assert.equal(decodeURIComponent(header.split("UTF-8''")[1] ?? ''), `${name}.pdf`);
  }
  assert.equal(
    contentDisposition('attachment', "ne%20 d'Đ(1)*.pdf"),
    `attachment; filename="ne_20 d'D(1)*.pdf"; filename*=UTF-8''ne%2520%20d%27%C4%90%281%29%2A.pdf`,
  );
});

test('a document with a hostile title is stored and can be downloaded', async (t) => {
  const { tokenFor, upload, fetch } = await openArchiveFixture(t);
  const title = `"><script>alert(1)</script>'; filename=x.exe`;
  const { status, body } = await upload(await tokenFor('admin'), smallPdf(), { title, visibility: 'public' });
  assert.deepEqual([status, body.title], [201, title]);
  const { statusCode, headers } = await fetch(body.url);
  assert.equal(statusCode, 200);
  assert.match(
    String(headers['content-disposition']),
    /^inline; filename="[^"]*\.pdf"; filename\*=UTF-8''[^ ;"]*\.pdf$/,
  );
});

test('a symbolic link or foreign file in place of a document is not sent, and the sweep removes unused files', async (t) => {
  const { service, fetch, url, folder, document, files, pathOf } = await withYearbook(t);
  const path = pathOf(document.sha256);
  rmSync(path);
  const secret = join(service.dataDir, 'tajna.pdf');
  writeFileSync(secret, BYTES);
  symlinkSync(secret, path);
  assert.equal((await fetch(url)).statusCode, 404);
  rmSync(path);
  writeFileSync(path, 'shorter');
  assert.equal((await fetch(url)).statusCode, 404);
  writeFileSync(path, BYTES);
  assert.equal((await fetch(url)).statusCode, 200);
  const orphan = 'ab'.repeat(32);
  mkdirSync(join(folder, '.incoming'));
  writeFileSync(join(folder, '.incoming', 'cut.part'), 'x'); // from a version that stored temporary files there
  writeFileSync(join(folder, document.sha256.slice(0, 2), `${orphan}.pdf`), 'x');
  const made = statSync(path).mtimeMs;
  assert.equal(await sweepDocuments(service, made - 60_000), 0);
  await sweepDocuments(service, made + 60_000);
  assert.deepEqual(files(), [path.slice(folder.length + 1)]);
});
