import { serviceTokenKeeper } from '../../client/service-token.ts';
import type { BenchSite } from '../support/bench-site.ts';
import { type Figure, inTurn, shareFigure } from '../support/figures.ts';
import { httpCall } from '../support/http-call.ts';
import { getMeRateAt, introspectionRateAt, tokensFor } from '../support/request-rate.ts';

/** Introspection by a service compared with GET me: it reads two records instead of one, and has a body. */
export async function introspectionRate({ store, seeded, service, pace }: BenchSite): Promise<Figure[]> {
  const { url } = service;
  const tokens = tokensFor(seeded);
  const admin = seeded.admin.access_token;
  const services: Added[] = [];
  for (let number = 1; number <= SERVICES; number++) services.push(await addService(url, admin));
  const bearers = services.map(({ bearer }) => bearer);
  const ask = (seconds: number) => introspectionRateAt(url, { tokens, bearers, seconds });
  const getMe = (seconds: number) => getMeRateAt(url, tokens, seconds);
  await ask(1);
  await getMe(1);
  const rounds = await inTurn(
    pace.rounds,
    () => ask(pace.seconds),
    () => getMe(pace.seconds),
  );
  for (const { id } of services) // a start loads the provider where there is an application
    await call(url, { method: 'DELETE', path: `${APPLICATIONS}/${id}`, token: admin });
  return [shareFigure({ what: 'introspection : GET me', engine: store.engine, unit: '/s' }, 0.5, rounds)];
}

const APPLICATIONS = '/api/admin/applications';
/** The limit of one service is 60,000 a minute. */
const SERVICES = 4;

interface Added {
  readonly id: string;
  readonly bearer: string;
}

async function addService(url: string, token: string): Promise<Added> {
  const post = (path: string, body: object) => call(url, { method: 'POST', path, token, body });
  const { id = '' } = await post(APPLICATIONS, { name: 'Rezultati', kind: 'service', scopes: ['introspect'] });
  const { client_secret: clientSecret = '' } = await post(`${APPLICATIONS}/${id}/secret`, {});
  const bearer = await serviceTokenKeeper({ baseUrl: url, clientId: id, clientSecret }).token();
  return { id, bearer };
}

async function call(
  url: string,
  { path, ...request }: { method: 'POST' | 'DELETE'; path: string; token: string; body?: object },
): Promise<Record<string, string>> {
  const { status, text } = await httpCall(undefined, { ...request, url: `${url}${path}` });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
