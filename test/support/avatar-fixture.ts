import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { findAccount } from '../../src/accounts/users/accounts-store.ts';
import type { Role } from '../../src/platform/kernel/role.ts';
import { formBody } from './form-body.ts';
import { startTestService, type TestService } from './test-service.ts';

export const AVATAR = '/api/auth/me/avatar';

export interface UploadAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  readonly body: any;
}

export interface AvatarFixture {
  readonly service: TestService;
  readonly folder: string;
  member(role?: Role): Promise<{ id: number; token: string; email: string }>;
  upload(token: string | undefined, bytes: Buffer | string, named?: Named): Promise<UploadAnswer>;
  /** Addresses of the files in the folder; none when there is no folder. */
  urls(): string[];
  urlInStore(id: number): Promise<string | null | undefined>;
  fetch(url: string, options?: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> }): Promise<ServedFile>;
}

interface Named {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
}

interface ServedFile {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly rawPayload: Buffer;
}

/** A service with people, and what their uploads leave in row and folder. */
export async function openAvatarFixture(t: TestContext, env: Record<string, string> = {}): Promise<AvatarFixture> {
  const service = await startTestService(t, env);
  const { server, database, settings } = service;
  const folder = join(settings.server.filesDir, 'uploads', 'avatars');
  return {
    service,
    folder,
    member: async (role = 'member') => {
      const { id, email } = await service.addPerson({ role });
      return { id, email, token: await service.tokenOf(email) };
    },
    upload: async (token, bytes, named) => {
      const form = formBody([{ bytes, filename: 'slika.png', type: 'image/png', ...named }]);
      const headers = { ...form.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
      const answer = await server.inject({ method: 'POST', url: AVATAR, headers, payload: form.payload });
      return { status: answer.statusCode, body: answer.json() };
    },
    urls: () => listed(folder).map((name) => `/uploads/avatars/${name}`),
    urlInStore: async (id) => (await findAccount(database.read, id))?.avatar_url,
    fetch: (url, options) => server.inject({ method: 'GET', url, ...options }),
  };
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** A picture of one colour. */
export const picture = (
  format: 'jpeg' | 'png' | 'webp' = 'png',
  { width = 8, height = 8, background = '#336699' } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
