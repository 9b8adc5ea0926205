import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Answer, startTestService, type TestService } from './test-service.ts';

export interface BulkFixture {
  readonly service: TestService;
  readonly admin: { readonly id: number; readonly email: string; readonly token: string };
  /** People imported without mails: invited, with no way in. */
  newcomers(count: number, tenantId?: number): Promise<number[]>;
  start(body: object, token?: string): Promise<Answer>;
  /** Starts a bulk act, runs it and returns it as it ended. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  run(body: object, token?: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  job(id: number, token?: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  rows(id: number, token?: string): Promise<any[]>;
}

/** A service with an admin of the first tenant who acts on many. */
export async function openBulkFixture(t: TestContext): Promise<BulkFixture> {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '' });
  const { id, email } = await service.addPerson({ role: 'admin', email: 'uprava@example.hr', prezime: 'Uprava' });
  const admin = { id, email, token: await service.tokenOf(email) };
  const start: BulkFixture['start'] = (body, token = admin.token) =>
    service.call('POST /api/admin/users/bulk', { token, body });
  const job: BulkFixture['job'] = async (jobId, token = admin.token) =>
    (await service.call(`GET /api/admin/bulk-acts/${jobId}`, { token })).body;
  return {
    service,
    admin,
    newcomers: async (count, tenantId = 1) => {
      const ids: number[] = [];
      for (let number = 0; number < count; number++)
        ids.push((await service.addPerson({ status: 'invited', passwordHash: null, tenantId })).id);
      return ids;
    },
    start,
    run: async (body, token) => {
      const started = await start(body, token);
      assert.equal(started.status, 202, started.text);
      await service.bulkActs.runDue();
      return job(started.body.id, token);
    },
    job,
    rows: async (jobId, token = admin.token) =>
      (await service.call(`GET /api/admin/bulk-acts/${jobId}/rows?limit=200`, { token })).body.items,
  };
}

/** What a finished act counted. */
// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
export const countsOf = ({ status, total, done, refused, undone, kept }: any) => ({
  status,
  total,
  done,
  refused,
  undone,
  kept,
});
