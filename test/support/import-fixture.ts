import type { TestContext } from 'node:test';
import { formBody } from './form-body.ts';
import { type Answer, startTestService, type TestOptions, type TestService } from './test-service.ts';

interface Sending {
  readonly query?: string;
  readonly token?: string;
  /** What comes along in the form. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface ImportFixture {
  readonly service: TestService;
  readonly superadmin: string;
  readonly admin: string;
  /** Sends a file; `query` begins with `?`. */
  upload(csv: string | Buffer, call?: Sending): Promise<Answer>;
  /** Uploads a valid file, runs the import and returns the finished import. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  run(csv: string | Buffer, call?: Sending): Promise<any>;
  /** Every row of an import, problems first. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  rows(id: number, token?: string): Promise<any[]>;
}

/** A service with a superadmin and an admin of the first tenant, who send files. */
export async function openImportFixture(
  t: TestContext,
  env: Record<string, string> = {},
  options: TestOptions = {},
): Promise<ImportFixture> {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '', ...env }, options);
  const tokenFor = async (role: 'superadmin' | 'admin') => service.tokenOf((await service.addPerson({ role })).email);
  const [superadmin, admin] = [await tokenFor('superadmin'), await tokenFor('admin')];
  const upload: ImportFixture['upload'] = async (csv, { query = '', token = admin, fields = {} } = {}) => {
    const texts = Object.entries(fields).map(([name, bytes]) => ({ name, bytes }));
    const form = formBody([{ bytes: csv, filename: 'članovi.csv', type: 'text/csv' }, ...texts]);
    const headers = { ...form.headers, authorization: `Bearer ${token}` };
    const answer = await service.server.inject({
      method: 'POST',
      url: `/api/admin/imports${query}`,
      headers,
      payload: form.payload,
    });
    return { status: answer.statusCode, body: answer.json(), text: answer.body, headers: answer.headers };
  };
  return {
    service,
    superadmin,
    admin,
    upload,
    run: async (csv, call = {}) => {
      const queued = await upload(csv, call);
      if (queued.status !== 202) throw new Error(`The file was refused: ${queued.text}`);
      await service.imports.runDue();
      const token = call.token ?? admin;
      return (await service.call(`GET /api/admin/imports/${queued.body.id}`, { token })).body;
    },
    rows: async (id, token = admin) => {
      const items = [];
      for (let cursor = ''; ; ) {
        const target = `GET /api/admin/imports/${id}/rows?limit=200${cursor && `&cursor=${cursor}`}`;
        const { body } = await service.call(target, { token });
        items.push(...body.items);
        if (body.next_cursor === null) return items;
        cursor = body.next_cursor;
      }
    },
  };
}
