import assert from 'node:assert/strict';
import type { ServiceScope } from '../../src/platform/http/caller.ts';
import type { Answer, TestService } from './test-service.ts';

export interface RegisteredService {
  readonly id: string;
  readonly secret: string;
}

/** Registers a service as somebody with recent authentication, and skips the audit records of that. */
export async function registerService(
  { service, boss }: { readonly service: TestService; readonly boss: string },
  scopes: readonly ServiceScope[],
  more: Record<string, unknown> = {},
): Promise<RegisteredService> {
  const body = { name: 'Rezultati', kind: 'service', scopes, ...more };
  const made = await service.call('POST /api/admin/applications', { token: boss, body });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  const secret = await service.call(`POST /api/admin/applications/${id}/secret`, { token: boss });
  assert.equal(secret.status, 200, secret.text);
  await service.audit.forget();
  return { id, secret: secret.body.client_secret };
}

/** Asks for a token by client credentials. */
export function askForToken(
  service: TestService,
  { id, secret }: RegisteredService,
  fields: Record<string, string> = {},
): Promise<Answer> {
  return service.call('POST /oidc/token', {
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString(),
  });
}

export async function serviceToken(service: TestService, registered: RegisteredService): Promise<string> {
  const answer = await askForToken(service, registered);
  assert.equal(answer.status, 200, answer.text);
  await service.audit.forget();
  return answer.body.access_token;
}
