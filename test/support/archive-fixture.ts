import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Role } from '../../src/platform/kernel/role.ts';
import { formBody } from './form-body.ts';
import { startTestService, type TestService } from './test-service.ts';

export const ARCHIVE = '/api/admin/documents';

export interface ArchiveAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  readonly body: any;
}

export interface SentFile {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly rawPayload: Buffer;
}

export interface ArchiveFixture {
  readonly service: TestService;
  readonly folder: string;
  /** The access token of a new person. */
  tokenFor(role: Role, tenantId?: number): Promise<string>;
  upload(token: string, bytes: Buffer | string, fields?: Record<string, string>): Promise<ArchiveAnswer>;
  fetch(url: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD'): Promise<SentFile>;
  /** The path of the file with this content. */
  pathOf(sha256: string): string;
  /** Names of the files in the folder. */
  files(): string[];
}

/** A service and people who put documents into its archive. */
export async function openArchiveFixture(t: TestContext, env: Record<string, string> = {}): Promise<ArchiveFixture> {
  const service = await startTestService(t, env);
  const folder = join(service.settings.server.filesDir, 'documents');
  const files = () =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      : [];
  return {
    service,
    folder,
    files,
    pathOf: (sha256) => join(folder, files().find((name) => name.includes(sha256)) ?? 'none'),
    tokenFor: async (role, tenantId = 1) => service.tokenOf((await service.addPerson({ role, tenantId })).email),
    upload: async (token, bytes, fields = {}) => {
      const texts = Object.entries({ title: 'Statut', ...fields }).map(([name, text]) => ({ name, bytes: text }));
      const form = formBody([...texts, { bytes, filename: 'x.pdf', type: 'application/pdf' }]);
      const headers = { ...form.headers, authorization: `Bearer ${token}` };
      const answer = await service.server.inject({ method: 'POST', url: ARCHIVE, headers, payload: form.payload });
      return { status: answer.statusCode, body: answer.json() };
    },
    fetch: (url, headers = {}, method = 'GET') => service.server.inject({ method, url, headers }),
  };
}

/** A small, valid PDF with that many pages and its own cross-reference table. `mark` makes its bytes unique. */
export function smallPdf({ pages = 1, mark = '', trailer = '' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_none, index) => `${index + 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'),
  ];
  let text = `%PDF-1.4\n% ${mark}\n`;
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
