import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime } from '../../platform/mail/mail-dates.ts';
import type { Catalogue } from '../../platform/words/catalogue.ts';
import { erasureWords } from '../../platform/words/erasure-words.ts';
import type { CertifiedRecipient, openCertificate } from './erasure-certificate.ts';

const FONT = '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf';
const BOLD = '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf';
/** The standard PDF fonts have no č, ć or đ (ISO 32000-1 annex D: WinAnsiEncoding). */
const pathOf = (font: string): string => fileURLToPath(import.meta.resolve(font));

const MARGIN = 56;
const LABEL_WIDTH = 190;
const GAP = 12;
const VALUE_WIDTH = 281; // what is left of A4
const INK = '#000';
const PALE = '#555';

type Opened = ReturnType<typeof openCertificate>;

/** The certificate for people. The signature in the JSON is the proof; this page says where to check it. */
export async function certificatePdf(opened: Opened): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const title = `Potvrda o brisanju ${opened.certificate.request_id}`;
  const info = { Title: title, CreationDate: new Date(opened.certificate.completed_at) };
  const page = new PdfDocument({ size: 'A4', margin: MARGIN, lang: 'hr', info });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = once(page, 'end');
  page.registerFont('text', pathOf(FONT)).registerFont('bold', pathOf(BOLD));
  page.font('bold').fontSize(20).text('Potvrda o brisanju osobnih podataka');
  page.font('text').fontSize(11).fillColor(PALE).text('Certificate of erasure (GDPR art. 17)').moveDown();
  for (const fact of factsOf(opened)) row(page, fact);
  heading(page, 'Što je izbrisano / What was erased');
  for (const { room, entries } of opened.certificate.rooms) row(page, [roomName(room), String(sumOf(entries))]);
  row(page, ['Zapisi o drugima / Records about others', String(opened.certificate.blanked_records)]);
  const { recipients = [] } = opened.certificate;
  if (recipients.length > 0) heading(page, 'Tko je obaviješten / Recipients (art. 19)');
  for (const recipient of recipients) row(page, [recipient.recipient, sayState(recipient)]);
  heading(page, 'Potpis / Signature');
  for (const fact of signatureOf(opened)) row(page, fact);
  page.moveDown(0.5).fontSize(9).fillColor(PALE).text(PROOF);
  page.moveDown(0.5).fontSize(7).text(opened.jws);
  page.end();
  await finished;
  return Buffer.concat(chunks);
}

const PROOF =
  'Potpis ispod (JWS, Ed25519) provjerava se javnim ključem usluge s adrese /.well-known/jwks.json, bez pristupa usluzi. ' +
  'The signature below (JWS, Ed25519) is checked against the public keys of the service, without access to it.';

type Row = readonly [label: string, value: string];

function heading(page: PDFKit.PDFDocument, text: string): void {
  page.moveDown(0.8).font('bold').fontSize(12).fillColor(INK).text(text).moveDown(0.4);
}

/** Prints label and value side by side; the next row begins below the taller of the two. */
function row(page: PDFKit.PDFDocument, [label, value]: Row): void {
  const { y } = page;
  page.font('text').fontSize(10).fillColor(PALE).text(label, MARGIN, y, { width: LABEL_WIDTH });
  const below = page.y;
  page.fillColor(INK).text(value, MARGIN + LABEL_WIDTH + GAP, y, { width: VALUE_WIDTH });
  page.y = Math.max(below, page.y) + 3;
  page.x = MARGIN;
}

function factsOf({ certificate: facts }: Opened): Row[] {
  const when = (at: Instant | null) => (at === null ? '–' : croatianTime(at));
  return [
    ...(facts.organisation ? [['Organizacija / Organisation', facts.organisation] satisfies Row] : []),
    ['Broj zahtjeva / Request', String(facts.request_id)],
    ['Broj osobe / Person', String(facts.user_id)],
    ['Zatraženo / Requested', when(facts.requested_at)],
    ['Odobreno / Approved', when(facts.decided_at)],
    ['Izbrisano / Erased', when(facts.erased_at)],
    ['Dovršeno / Completed', when(facts.completed_at)],
  ];
}

const signatureOf = ({ certificate: { issuer, chain_head: head }, kid }: Opened): Row[] => [
  ['Potpisala je usluga / Signed by', issuer],
  ['Oznaka ključa / Key', kid],
  ...(head ? [['Dnevnik / Audit chain', `${head.seq} · ${head.hash}`] satisfies Row] : []),
];

function sayState({ state, answered_at, sent_at, ordered_at, ground, kept_until }: CertifiedRecipient): string {
  const grounds = ground === null ? [] : [wordOf(`privacy.ground.${ground}`)];
  const until = kept_until === null ? [] : [`do / until ${kept_until}`];
  const at = croatianTime(answered_at ?? sent_at ?? ordered_at);
  return [wordOf(`privacy.told.${state}`), ...grounds, ...until, at].join(' · ');
}

/** The room's name on the pages, in both languages. */
const roomName = (room: string): string => wordOf(`privacy.room.${room}`, room);

function wordOf(key: string, otherwise = key): string {
  const { hr, en } = (erasureWords as Partial<Catalogue>)[key] ?? { hr: otherwise, en: otherwise };
  return hr === en ? hr : `${hr} / ${en}`;
}

const sumOf = (entries: Readonly<Record<string, number>>): number =>
  Object.values(entries).reduce((sum, count) => sum + count, 0);
