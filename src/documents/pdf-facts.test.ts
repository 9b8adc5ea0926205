// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { smallPdf } from '../../test/support/archive-desk.ts';
import { AppError } from '../kernel/app-error.ts';
import { countPages } from './pdf-facts.ts';

const codeOf = (bytes: Buffer): Promise<string | number> =>
  countPages(bytes).catch((error: unknown) =>
    error instanceof AppError ? error.definition.code : Promise.reject(error),
  );

/** As newer writers do it: catalogue and page tree inside a compressed stream, a stream instead of the table. */
function packedPdf(tree: string, { filler = '', xref = '' } = {}): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', tree, filler];
  let offset = 0;
  const pairs = objects.map((object, place) => {
    const pair = `${place + 1} ${offset}`;
    offset += object.length + 1;
    return pair;
  });
  const head = `${pairs.join(' ')} `;
  const packed = deflateSync(Buffer.from(head + objects.join(' '), 'latin1'));
  const stream = `<< /Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode /Length ${packed.length} >>`;
  const before = Buffer.concat([
    Buffer.from(`%PDF-1.5\n9 0 obj\n${stream}\nstream\r\n`, 'latin1'),
    packed,
    Buffer.from('\r\nendstream\nendobj\n'),
  ]);
  const table = `10 0 obj\n<< /Type /XRef /Root 1 0 R /Size 11 ${xref} /Length 0 >>\nstream\n\nendstream\nendobj\n`;
  return Buffer.concat([before, Buffer.from(`${table}startxref\n${before.length}\n%%EOF`)]);
}

test('pages are counted in old and new PDFs, and in changed ones', async () => {
  assert.equal(await countPages(smallPdf({ pages: 37 })), 37);
  assert.equal(await countPages(packedPdf('<< /Type /Pages /Kids [] /Count 12 >>')), 12);
  assert.equal(await countPages(packedPdf('<< /Type /Pages /Kids [] /Count 3 0 R >>', { filler: '41' })), 41);
  const old = smallPdf({ pages: 2 });
  const update = '\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n';
  const tail = `xref\n0 0\ntrailer\n<< /Size 5 /Root 1 0 R /Prev 9 >>\nstartxref\n${old.length + update.length}\n%%EOF\n`;
  assert.equal(await countPages(Buffer.concat([old, Buffer.from(update + tail)])), 1);
  assert.equal(await countPages(Buffer.concat([Buffer.from('mail header\n'), old, Buffer.from('\r\n\r\n')])), 2);
});

test('encrypted, cut and absurd ones are told apart, and none of them costs much', async () => {
  const tree = '<< /Type /Pages /Count 12 >>';
  assert.equal(await codeOf(packedPdf(tree, { xref: '/Encrypt 8 0 R' })), 'documents.encrypted');
  assert.equal(await codeOf(packedPdf('<< /Type /Pages /Count 999999999 >>')), 'documents.broken');
  assert.equal(await codeOf(packedPdf('<< /Type /Pages >>')), 'documents.broken');
  assert.equal(await codeOf(packedPdf(tree).subarray(0, -8)), 'documents.broken');
  assert.equal(await codeOf(Buffer.from('%PDF-1.4')), 'documents.broken');
  assert.equal(await codeOf(Buffer.from('GIF89a')), 'documents.type');
  const begun = performance.now();
  const bomb = packedPdf(tree, { filler: ' '.repeat(40 * 1024 * 1024) });
  assert.equal(await codeOf(bomb), 'documents.broken');
  const many = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from('1 0 obj /ObjStm '.repeat(400_000)), smallPdf()]);
  assert.equal(typeof (await codeOf(many)), 'string');
  assert.ok(performance.now() - begun < 5000, `${performance.now() - begun} ms`);
});

test('cutting a PDF anywhere never throws anything else', async () => {
  const whole = packedPdf('<< /Type /Pages /Count 12 >>');
  for (let length = 0; length < whole.length; length++)
    assert.match(String(await codeOf(whole.subarray(0, length))), /^documents\./);
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x15;
    assert.ok(await codeOf(changed));
  }
});
