// engine: none
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { createDeflate, deflateSync } from 'node:zlib';
import { smallPdf } from '../../../test/support/archive-fixture.ts';
import { pdfFamily } from '../../../test/support/pdf-family.ts';
import { PdfWriter, pageOf } from '../../../test/support/pdf-writer.ts';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { countPages, startPdfium } from './count-pages.ts';
import { pagesOfFile } from './pages-of-file.ts';

const MEBI = 1024 * 1024;
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const ONE_PAGE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

const codeOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code;
  throw error;
};

/** Counts on this thread, with one engine for all. */
function counter(t: TestContext): (bytes: Buffer) => number | string {
  const path = join(scratchFolder(t), 'x.pdf');
  const pdfium = startPdfium();
  return (bytes) => {
    writeFileSync(path, bytes);
    try {
      return countPages(pdfium, path);
    } catch (error) {
      return codeOf(error);
    }
  };
}

test('a PDF has the pages that its readers show, however it was written', (t) => {
  const count = counter(t);
  for (const { name, bytes, pages } of pdfFamily()) assert.equal(count(bytes), pages, name);
});

const withTree = (tree: string): Buffer =>
  new PdfWriter().object(1, CATALOGUE).object(2, tree).object(3, pageOf(2)).object(4, pageOf(2)).endWithTable().bytes;

test('a page tree that states too many or no pages is counted; without any page it is refused', (t) => {
  const count = counter(t);
  const kids = '/Type /Pages /Kids [3 0 R 4 0 R]';
  for (const stated of ['', '/Count 0', '/Count -1', '/Count 7', '/Count 900000', '/Count 999999999', '/Count (2)'])
    assert.equal(count(withTree(`<< ${kids} ${stated} >>`)), 2, stated);
  assert.equal(count(withTree('<< /Type /Pages /Kids [] /Count 12 >>')), 'documents.broken');
  assert.equal(count(withTree('<< /Type /Pages /Kids [2 0 R 2 0 R] >>')), 'documents.broken');
  const many = smallPdf({ pages: 25_000 });
  assert.equal(count(many), 25_000);
});

test('what is left of a truncated PDF is not taken for all of it', (t) => {
  const count = counter(t);
  const rootFirst = new PdfWriter().raw('xref\n0 0\ntrailer\n<< /Root 1 0 R /Size 40 >>\nstartxref\n0\n%%EOF\n');
  rootFirst.object(1, CATALOGUE);
  rootFirst.object(2, `<< /Type /Pages /Kids [${'3 0 R 4 0 R 5 0 R 6 0 R '.repeat(5)}] /Count 20 >>`);
  assert.equal(count(rootFirst.object(3, pageOf(2)).object(4, pageOf(2)).bytes), 'documents.broken');
  const whole = smallPdf({ pages: 3 });
  for (let length = 0; length < whole.length; length += 7) {
    const pages = count(whole.subarray(0, length));
    assert.ok(pages === 3 || pages === 'documents.broken' || pages === 'documents.type', `${length}: ${pages}`);
  }
});

test('a changed byte anywhere gives a count or a declared error', (t) => {
  const count = counter(t);
  const whole = new PdfWriter().packed(10, { 1: CATALOGUE, 2: ONE_PAGE, 3: pageOf(2) }).endWithStream(11).bytes;
  for (let at = 0; at < whole.length; at += 3) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x15;
    assert.match(String(count(changed)), /^(\d+|documents\.\w+)$/);
  }
});

async function spaces(megabytes: number): Promise<Buffer> {
  const parts = Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MEBI, 32)));
  return buffer(parts.pipe(createDeflate()));
}

/** A PDF whose stream of places is hostile. */
function withPlaces(entries: string, stream: Buffer): Buffer {
  const writer = new PdfWriter().object(1, CATALOGUE).object(2, ONE_PAGE).object(3, pageOf(2));
  const start = writer.length;
  writer.object(7, { entries: `/Type /XRef /Root 1 0 R /W [1 4 2] ${entries}`, stream });
  return writer.raw(`startxref\n${start}\n%%EOF\n`).bytes;
}

function chainOfNodes(length: number): Buffer {
  const writer = new PdfWriter().object(1, CATALOGUE);
  for (let number = 2; number < length; number++) writer.object(number, `<< /Type /Pages /Kids [${number + 1} 0 R] >>`);
  return writer.endWithTable().bytes;
}

function doubledNodes(): Buffer {
  const writer = new PdfWriter().object(1, CATALOGUE);
  for (let number = 2; number < 40; number++) {
    const kids = `${number + 1} 0 R ${number + 1} 0 R`;
    writer.object(number, `<< /Type /Pages /Kids [${kids}] /Count 1000000 >>`);
  }
  return writer.object(40, '<< /Type /Pages /Kids [] >>').endWithTable().bytes;
}

const behind = (content: string): Buffer =>
  Buffer.concat([Buffer.from(`%PDF-1.5\n1 0 obj ${content.repeat((8 * MEBI) / content.length)}`), smallPdf()]);

/** Each would take gigabytes, minutes or all of the stack; the nodes that double take until the deadline. */
const HOSTILE: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'an object stream of 150 MB': () =>
    new PdfWriter()
      .object(1, CATALOGUE)
      .object(3, pageOf(2))
      .packed(10, { 2: ONE_PAGE + ' '.repeat(150 * MEBI) })
      .endWithStream(11).bytes,
  'a stream of places of 800 MB': async () => withPlaces('/Size 114000000 /Filter /FlateDecode', await spaces(800)),
  'the same packed twice': async () =>
    withPlaces('/Size 114000000 /Filter [/FlateDecode /FlateDecode]', deflateSync(await spaces(800))),
  'two billion places': () => withPlaces(`/Size 2147483647 /Index [${'0 2147483647 '.repeat(1000)}]`, Buffer.alloc(70)),
  'a row of two billion bytes': async () =>
    withPlaces('/Size 9 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2147483647 >>', await spaces(1)),
  'arrays in arrays': () => behind('['),
  'dictionaries in dictionaries': () => behind('<< /A '),
  'a string without end': () => behind('('),
  'a chain of 20,000 nodes': () => chainOfNodes(20_000),
  'nodes that double 38 times': doubledNodes,
};

test('a hostile PDF takes ten seconds and 256 MB at most, and what it took is given back', async (t) => {
  const path = join(scratchFolder(t), 'x.pdf');
  const count = pagesOfFile();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  t.after(() => clearInterval(watch));
  for (const [what, bytes] of Object.entries(HOSTILE)) {
    writeFileSync(path, await bytes());
    const [begun, ground] = [performance.now(), process.memoryUsage.rss()];
    peak = ground;
    const pages = await count(1, path).catch(codeOf);
    assert.match(String(pages), /^(1|2|documents\.broken)$/, what);
    assert.ok(performance.now() - begun < 30_000, `${what}: ${performance.now() - begun} ms`);
    assert.ok(peak - ground < 400 * MEBI, `${what}: ${(peak - ground) / MEBI} MB`);
  }
  writeFileSync(path, smallPdf({ pages: 2 }));
  assert.equal(await count(1, path), 2);
});
