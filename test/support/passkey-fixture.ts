import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { PersonToCreate } from '../../src/accounts/users/person-to-create.ts';
import type { User } from '../../src/accounts/users/user.ts';
import {
  type AuthenticatorModel,
  type Ceremony,
  type CeremonyOptions,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from './software-authenticator.ts';
import { type Answer, startTestService, type TestService } from './test-service.ts';

export const PASSKEY_ORIGIN = 'https://savez.example.hr';
const OWN = '/api/users/me/passkeys';

export interface Options {
  readonly challenge_id: string;
  readonly options: CeremonyOptions & Readonly<Record<string, unknown>>;
}

/** A service with passkeys, and people with authenticators in front of it. */
export interface PasskeyFixture {
  readonly service: TestService;
  person(wanted?: Partial<PersonToCreate>): Promise<{ user: User; token: string }>;
  authenticator(model?: AuthenticatorModel): SoftwareAuthenticator;
  addOptions(token: string): Promise<Options>;
  /** Sends an authenticator's response to fresh options. */
  add(token: string, key: SoftwareAuthenticator, ceremony?: Ceremony, name?: string): Promise<Answer>;
  /** Somebody with one passkey; what adding it recorded and mailed is forgotten. */
  holder(
    model?: AuthenticatorModel,
    wanted?: Partial<PersonToCreate>,
  ): Promise<{ user: User; token: string; key: SoftwareAuthenticator; id: number }>;
  options(): Promise<Options>;
  login(body: object, from?: string): Promise<Answer>;
  /** Signs in by fresh options. */
  signIn(key: SoftwareAuthenticator, ceremony?: Ceremony): Promise<Answer>;
}

export async function passkeyFixture(
  t: TestContext,
  env: Record<string, string> = {},
  /** Libraries use the system's clock. */
  { isToday = false }: { readonly isToday?: boolean } = {},
): Promise<PasskeyFixture> {
  const start = isToday ? { now: Date.now() } : {};
  const service = await startTestService(t, { SVC_PUBLIC_URL: PASSKEY_ORIGIN, ...env }, start);
  const person: PasskeyFixture['person'] = async (wanted = {}) => {
    const user = await service.addPerson(wanted);
    return { user, token: await service.tokenOf(user.email) };
  };
  const authenticator: PasskeyFixture['authenticator'] = (model) => softwareAuthenticator(PASSKEY_ORIGIN, model);
  const addOptions: PasskeyFixture['addOptions'] = async (token) => {
    const { status, body, text } = await service.call(`POST ${OWN}/options`, { token });
    assert.equal(status, 200, text);
    return body;
  };
  const add: PasskeyFixture['add'] = async (token, key, ceremony, name) => {
    const { challenge_id, options } = await addOptions(token);
    const body = { challenge_id, passkey: key.create(options, ceremony), ...(name === undefined ? {} : { name }) };
    return service.call(`POST ${OWN}`, { token, body });
  };
  const holder: PasskeyFixture['holder'] = async (model, wanted) => {
    const { user, token } = await person(wanted);
    const key = authenticator(model);
    const { status, body, text } = await add(token, key);
    assert.equal(status, 201, text);
    await service.audit.forget();
    await service.mails.take();
    return { user, token, key, id: body.id };
  };
  const options: PasskeyFixture['options'] = async () => (await service.call('GET /api/auth/passkey')).body;
  const login: PasskeyFixture['login'] = (body, from) =>
    service.call('POST /api/auth/login', { body, ...(from === undefined ? {} : { from }) });
  const signIn: PasskeyFixture['signIn'] = async (key, ceremony) => {
    const { challenge_id, options: asked } = await options();
    return login({ challenge_id, passkey: key.get(asked, ceremony) });
  };
  return { service, person, authenticator, addOptions, add, holder, options, login, signIn };
}
