// engine: none
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { smallPdf } from '../../test/support/archive-desk.ts';
import { AppError } from '../kernel/app-error.ts';
import { countPages } from './pdf-facts.ts';

function codeOf(bytes: Buffer): string | number {
  try {
    return countPages(bytes);
  } catch (error) {
    if (error instanceof AppError) return error.definition.code;
    throw error;
  }
}

/** A PDF of newer writers: catalogue and page tree in a compressed stream, a stream instead of the table. */
function packedPdf(tree: string, { filler = '', xref = '' } = {}): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', tree, filler];
  let offset = 0;
  const pairs = objects.map((object, index) => {
    const pair = `${index + 1} ${offset}`;
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

test('pages are counted in PDFs of old and new versions, and in updated ones', () => {
  assert.equal(countPages(smallPdf({ pages: 37 })), 37);
  assert.equal(countPages(packedPdf('<< /Type /Pages /Kids [] /Count 12 >>')), 12);
  assert.equal(countPages(packedPdf('<< /Type /Pages /Kids [] /Count 3 0 R >>', { filler: '41' })), 41);
  const old = smallPdf({ pages: 2 });
  const update = '\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n';
  const tail = `xref\n0 0\ntrailer\n<< /Size 5 /Root 1 0 R /Prev 9 >>\nstartxref\n${old.length + update.length}\n%%EOF\n`;
  assert.equal(countPages(Buffer.concat([old, Buffer.from(update + tail)])), 1);
  assert.equal(countPages(Buffer.concat([Buffer.from('mail header\n'), old, Buffer.from('\r\n\r\n')])), 2);
});

test('encrypted, truncated and absurd PDFs get different errors, and none is expensive', () => {
  const tree = '<< /Type /Pages /Count 12 >>';
  assert.equal(codeOf(packedPdf(tree, { xref: '/Encrypt 8 0 R' })), 'documents.encrypted');
  assert.equal(codeOf(packedPdf('<< /Type /Pages /Count 999999999 >>')), 'documents.broken');
  assert.equal(codeOf(packedPdf('<< /Type /Pages >>')), 'documents.broken');
  assert.equal(codeOf(packedPdf(tree).subarray(0, -8)), 'documents.broken');
  assert.equal(codeOf(Buffer.from('%PDF-1.4')), 'documents.broken');
  assert.equal(codeOf(Buffer.from('GIF89a')), 'documents.type');
  const bomb = packedPdf(tree, { filler: ' '.repeat(40 * 1024 * 1024) });
  assert.equal(codeOf(bomb), 'documents.broken');
});

/** Each is slow for a parser that searches back or ahead from every position. */
const SLOW = {
  'names of streams without any object': '/ObjStm '.repeat(125_000),
  'objects without any stream': '1 0 obj /ObjStm '.repeat(62_500),
  'begins of streams that do not end': '1 0 obj /ObjStm stream '.repeat(43_000),
  'numbers of objects that end alike': '11 0 obj '.repeat(111_000),
};

test('a megabyte of hostile content takes only linear time', () => {
  const tail = `\n7 0 obj\n<< /Type /XRef /Root 1 0 R >>\nstream\n`;
  for (const [what, content] of Object.entries(SLOW)) {
    const begin = Buffer.from(`%PDF-1.5\n${content}`, 'latin1');
    const hostile = Buffer.concat([begin, Buffer.from(`${tail}startxref\n${begin.length}\n%%EOF`)]);
    const begun = performance.now();
    assert.equal(codeOf(hostile), 'documents.broken', what);
    assert.ok(performance.now() - begun < 1000, `${what}: ${performance.now() - begun} ms`);
  }
});

test('streams that fail to inflate count as the most they may have cost', () => {
  // Each inflates to 15 MiB and then breaks off; there are a hundred of them in a file of two megabytes.
  const broken = deflateSync(Buffer.alloc(15 * 1024 * 1024)).subarray(0, -4);
  broken[broken.length - 3] = 0xff;
  const stream = Buffer.concat([
    Buffer.from('9 0 obj\n<< /Type /ObjStm /First 4 /Filter /FlateDecode >>\nstream\n'),
    ...[broken, Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('\nendstream\nendobj\n')],
  ]);
  const begin = Buffer.concat([Buffer.from('%PDF-1.5\n'), ...Array.from({ length: 100 }, () => stream)]);
  const hostile = Buffer.concat([
    begin,
    Buffer.from(`7 0 obj\n<< /Root 1 0 R >>\nendobj\nstartxref\n${begin.length}\n%%EOF`),
  ]);
  const begun = performance.now();
  assert.equal(codeOf(hostile), 'documents.broken');
  assert.ok(performance.now() - begun < 1000, `${performance.now() - begun} ms`);
});

test('truncating a PDF anywhere throws only the declared errors', () => {
  const whole = packedPdf('<< /Type /Pages /Count 12 >>');
  for (let length = 0; length < whole.length; length++)
    assert.match(String(codeOf(whole.subarray(0, length))), /^documents\./);
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x15;
    assert.ok(codeOf(changed));
  }
});
