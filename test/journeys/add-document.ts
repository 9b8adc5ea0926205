import assert from 'node:assert/strict';
import { once } from 'node:events';
import PdfDocument from 'pdfkit';
import { ADMIN, type PagesFixture } from './pages-fixture.ts';

/** Adds a public PDF of one page that says its title. */
export async function addDocument(fixture: PagesFixture, title: string): Promise<void> {
  const { body } = await fixture.service.signIn(ADMIN.email, ADMIN.password);
  const pdf = new PdfDocument();
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.text(title).end();
  await once(pdf, 'end');
  const form = new FormData();
  for (const [name, value] of Object.entries({ kind: 'document', title, visibility: 'public' }))
    form.append(name, value);
  form.append('file', new Blob([Buffer.concat(chunks)], { type: 'application/pdf' }), 'statut.pdf');
  const headers = { authorization: `Bearer ${body.access_token}` };
  const answer = await fetch(`${fixture.origin}/api/admin/documents`, { method: 'POST', headers, body: form });
  assert.equal(answer.status, 201, await answer.text());
}
