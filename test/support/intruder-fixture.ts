import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { User } from '../../src/accounts/users/user.ts';
import { deriveCode, deriveToken } from '../../src/platform/keys/derived-secret.ts';
import { type AuthenticatorApp, authenticatorApp } from './authenticator-app.ts';
import { type GoogleIssuer, startGoogleIssuer } from './google-issuer.ts';
import { providerBody } from './oidc-browser.ts';
import { OIDC_ENV, type OidcIssuer, startOidcIssuer } from './oidc-issuer.ts';
import { type PasskeyFixture, passkeyFixture } from './passkey-fixture.ts';
import { testBrowser } from './test-browser.ts';

/** A service with every way to sign in, its people, and somebody who knows their passwords. */
export interface IntruderFixture extends PasskeyFixture {
  readonly google: GoogleIssuer;
  readonly issuer: OidcIssuer;
  readonly app: AuthenticatorApp;
  /** Somebody with a sign-in of their own. */
  owner(email: string): Promise<{ user: User; token: string }>;
  /** Signs in from a browser of their own. The owner is told by mail: `link` is the token of its link. */
  intrude(email: string): Promise<{ token: string; link: string }>;
  /** The token of the link in the newest mail of a kind to an address. */
  linkIn(kind: string, address: string): Promise<string>;
  /** Changes the address as a signed-in person does, with the code from the new mailbox. */
  changeAddress(token: string, email: string): Promise<void>;
  disown(link: string): ReturnType<PasskeyFixture['login']>;
  takeBack(link: string): ReturnType<PasskeyFixture['login']>;
  /** Everything that opens an account, by table. */
  waysOf(id: number): Promise<Readonly<Record<string, readonly unknown[]>>>;
}

export async function intruderFixture(t: TestContext): Promise<IntruderFixture> {
  const google = await startGoogleIssuer(t);
  const fixture = await passkeyFixture(t, { ...google.env, ...OIDC_ENV, SVC_NEW_DEVICE_MAIL: '1' });
  const { service } = fixture;
  const issuer = await startOidcIssuer(t, service.clock);
  await service.addPerson({ email: 'gazda@savez.hr', role: 'superadmin' });
  const body = providerBody(issuer, { linking: 'verified_email', domains: ['klub.hr'] });
  const added = await service.call('POST /api/admin/identity-providers', {
    token: await service.tokenOf('gazda@savez.hr'),
    body,
  });
  assert.equal(added.status, 201, added.text);
  let browsers = 0;
  const seedOf = async (kind: string, address: string): Promise<string> => {
    const mails = await service.database.read
      .selectFrom('mails')
      .select('secret_ref')
      .where('kind', '=', kind as 'new-device')
      .where('to_address', '=', address)
      .orderBy('id', 'desc')
      .execute();
    const text = mails[0]?.secret_ref;
    assert.ok(text, `no secret in a mail of the kind ${kind} to ${address}`);
    return JSON.parse(text).seed;
  };
  const linkIn: IntruderFixture['linkIn'] = async (kind, address) =>
    deriveToken(service.keys, await seedOf(kind, address));
  return {
    ...fixture,
    google,
    issuer,
    app: authenticatorApp(t),
    linkIn,
    owner: async (email) => {
      const user = await service.addPerson({ email });
      return { user, token: await service.tokenOf(email) };
    },
    intrude: async (email) => {
      browsers += 1;
      service.clock.advance(1);
      const browser = testBrowser(service, { agent: `Tuđi ${browsers}`, from: `203.0.${browsers}.7` });
      const { status, body: pair, text } = await browser.signIn(email);
      assert.equal(status, 200, text);
      return { token: pair.access_token, link: await linkIn('new-device', email) };
    },
    changeAddress: async (token, email) => {
      const asked = await service.call('POST /api/users/me/email', { token, body: { email } });
      assert.equal(asked.status, 200, asked.text);
      const code = deriveCode(service.keys, await seedOf('email-change-code', email));
      const confirmed = await service.call('POST /api/users/me/email/confirm', { token, body: { code } });
      assert.equal(confirmed.status, 200, confirmed.text);
    },
    disown: (link) => service.call('POST /login/new-device', { body: { token: link } }),
    takeBack: (link) => service.call('POST /login/take-back', { body: { token: link } }),
    waysOf: async (id) => {
      const { read } = service.database;
      const of = (table: 'passkeys' | 'two_factor' | 'recovery_codes') =>
        read.selectFrom(table).selectAll().where('user_id', '=', id).execute();
      const links = await read.selectFrom('identity_links').selectAll().where('user_id', '=', id).execute();
      return {
        passkeys: await of('passkeys'),
        google: links.filter(({ issuer }) => issuer === 'google'),
        identities: links.filter(({ issuer }) => issuer !== 'google'),
        authenticator: await of('two_factor'),
        codes: await of('recovery_codes'),
        pending: await read.selectFrom('email_changes').selectAll().where('user_id', '=', id).execute(),
        account: await read
          .selectFrom('users')
          .select(['email', 'email_verified_at', 'two_factor_enabled_at', 'passkey_host', 'google_picture'])
          .where('id', '=', id)
          .execute(),
      };
    },
  };
}
