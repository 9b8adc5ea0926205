import { serviceTokenKeeper } from '../../client/service-token.ts';
import type { BenchSite } from '../support/bench-site.ts';
import { type Figure, inTurn, shareFigure } from '../support/figures.ts';
import { httpCall } from '../support/http-call.ts';
import { getMeRateAt, introspectionRateAt, tokensFor } from '../support/request-rate.ts';

/** A service that asks about a token, against the call that the token is for: two records are read, and one body more. */
export async function introspectionRate({ store, seeded, service, pace }: BenchSite): Promise<Figure[]> {
  const { url } = service;
  const tokens = tokensFor(seeded);
  const bearer = await serviceTokenAt(url, seeded.admin.access_token);
  const ask = (seconds: number) => introspectionRateAt(url, { tokens, bearer, seconds });
  const getMe = (seconds: number) => getMeRateAt(url, tokens, seconds);
  await ask(1);
  await getMe(1);
  const rounds = await inTurn(
    pace.rounds,
    () => ask(pace.seconds),
    () => getMe(pace.seconds),
  );
  return [shareFigure({ what: 'introspection : GET me', engine: store.engine, unit: '/s' }, 0.5, rounds)];
}

async function serviceTokenAt(url: string, admin: string): Promise<string> {
  const call = async (path: string, body: object): Promise<Record<string, string>> => {
    const { status, text } = await httpCall(undefined, { method: 'POST', url: `${url}${path}`, token: admin, body });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
  const path = '/api/admin/applications';
  const { id = '' } = await call(path, { name: 'Rezultati', kind: 'service', scopes: ['introspect'] });
  const { client_secret: clientSecret = '' } = await call(`${path}/${id}/secret`, {});
  return serviceTokenKeeper({ baseUrl: url, clientId: id, clientSecret }).token();
}
