import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { openCertificate } from './erasure-certificate.ts';

const FONT = '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf';
const BOLD = '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf';
/** The standard PDF fonts have no č, ć or đ (ISO 32000-1 annex D: WinAnsiEncoding). */
const pathOf = (font: string): string => fileURLToPath(import.meta.resolve(font));

type Opened = ReturnType<typeof openCertificate>;

/** The certificate for people. The signature in the JSON is the proof; this page says where to check it. */
export async function certificatePdf(opened: Opened): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const title = `Potvrda o brisanju ${opened.certificate.request_id}`;
  const info = { Title: title, CreationDate: new Date(opened.certificate.completed_at) };
  const page = new PdfDocument({ size: 'A4', margin: 56, lang: 'hr', info });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = once(page, 'end');
  page.registerFont('text', pathOf(FONT)).registerFont('bold', pathOf(BOLD));
  page.font('bold').fontSize(20).text('Potvrda o brisanju osobnih podataka');
  page.font('text').fontSize(11).text('Certificate of erasure (GDPR art. 17)').moveDown();
  for (const [label, value] of factsOf(opened)) {
    page.font('bold').text(`${label}: `, { continued: true }).font('text').text(value);
  }
  page.moveDown().font('bold').text('Izbrisano, po dijelovima sustava / Erased, by part of the system').font('text');
  for (const { room, entries } of opened.certificate.rooms) page.text(`${room}: ${listed(entries)}`);
  page.moveDown().fontSize(9).text(PROOF);
  page.moveDown(0.5).fontSize(7).text(opened.jws);
  page.end();
  await finished;
  return Buffer.concat(chunks);
}

const PROOF =
  'Potpis ispod (JWS, Ed25519) provjerava se javnim ključem usluge s adrese /.well-known/jwks.json, bez pristupa usluzi. ' +
  'The signature below (JWS, Ed25519) is checked against the public keys of the service, without access to it.';

function factsOf({ certificate: facts, kid }: Opened): [string, string][] {
  return [
    ...(facts.organisation ? [['Organizacija / Organisation', facts.organisation] satisfies [string, string]] : []),
    ['Izdavatelj / Issuer', facts.issuer],
    ['Zahtjev / Request', String(facts.request_id)],
    ['Oznaka osobe / Person', String(facts.user_id)],
    ['Zaprimljeno / Requested', facts.requested_at],
    ['Odobreno / Approved', facts.decided_at ?? '–'],
    ['Izbrisano / Erased', facts.erased_at ?? '–'],
    ['Dovršeno / Completed', facts.completed_at],
    ['Zapisi o drugima / Records about others', String(facts.blanked_records)],
    ['Lanac zapisa / Audit chain', facts.chain_head ? `${facts.chain_head.seq} ${facts.chain_head.hash}` : '–'],
    ['Ključ / Key', kid],
  ];
}

const listed = (entries: Readonly<Record<string, number>>): string =>
  Object.entries(entries)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
