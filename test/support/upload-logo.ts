import { formBody } from './form-body.ts';
import type { TestService } from './test-service.ts';

/** Sends a picture as the logo at a path. */
export async function uploadLogo({ server }: Pick<TestService, 'server'>, path: string, sent: SentLogo) {
  const form = formBody([{ bytes: sent.bytes, filename: 'logo.png', type: 'image/png' }]);
  const headers = { ...form.headers, ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }) };
  const { statusCode, body } = await server.inject({ method: 'PUT', url: path, headers, payload: form.payload });
  return { status: statusCode, body: JSON.parse(body) };
}

interface SentLogo {
  readonly token?: string;
  readonly bytes: Buffer | string;
}
