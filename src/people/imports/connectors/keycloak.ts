import { Secret } from 'otpauth';
import { readOtpauth } from '../../../sign-in/two-factor/totp.ts';
import { type Connector, DISABLED, ifPresent, languageOf } from './export-of-people.ts';
import { asList, asObject, asText, BadJson, type Json, type JsonObject, strictJson } from './strict-json.ts';

/** Roles that Keycloak itself gives to everybody. */
const ROLES_OF_ALL = /^(?:default-roles-.*|offline_access|uma_authorization)$/;

/** An export of a realm with its users (`kc.sh export --users realm_file`). */
export const keycloak: Connector = {
  isPerson: (user) => user.has('username') && (user.has('createdTimestamp') || user.has('credentials')),
  read: (user) => {
    const credentials = asList(user.get('credentials')).map(asObject);
    const isEnabled = user.get('enabled') !== false;
    const actions = asList(user.get('requiredActions')).map(asText);
    const mustChoose = actions.includes('UPDATE_PASSWORD') || credentials.some((one) => one.get('temporary') === true);
    const password = isEnabled && !mustChoose ? credentials.find(isOf('password')) : undefined;
    const roles = [...asList(user.get('groups')).map(nameOfGroup), ...asList(user.get('realmRoles')).map(asText)];
    const own = roles.filter((role) => role !== '' && !ROLES_OF_ALL.test(role));
    const app = isEnabled ? appAmong(credentials) : undefined;
    const left = credentials.filter((one) => !isOf('password')(one) && !(one === app?.credential && app.isTaken));
    const factors = left.map((one) => asText(one.get('type')));
    return {
      id: asText(user.get('username')),
      email: asText(user.get('email')),
      first_name: asText(user.get('firstName')),
      last_name: asText(user.get('lastName')),
      phone: attribute(user, 'phoneNumber') || attribute(user, 'phone') || attribute(user, 'phone_number'),
      role: isEnabled ? own.join(', ') : DISABLED,
      language: languageOf(attribute(user, 'locale')),
      ...ifPresent('password_hash', password === undefined ? '' : credentialOf(password)),
      ...ifPresent('totp', app?.address ?? ''),
      left_behind: [...factors, ...actions].join(', '),
    };
  },
};

const isOf = (type: string) => (credential: JsonObject) => credential.get('type') === type;

/** `/Treneri/Mladi`: people know it by its last name. */
const nameOfGroup = (group: Json): string => asText(group).split('/').at(-1) ?? '';

const attribute = (user: JsonObject, name: string): string =>
  asText(asList(asObject(user.get('attributes')).get(name))[0]);

/** As the import reads it in a cell. Before version 8 its parts were members of their own. */
function credentialOf(credential: JsonObject): string {
  if (credential.has('secretData'))
    return JSON.stringify({
      secretData: asText(credential.get('secretData')),
      credentialData: asText(credential.get('credentialData')),
    });
  return JSON.stringify({
    secretData: { value: asText(credential.get('hashedSaltedValue')), salt: asText(credential.get('salt')) },
    credentialData: {
      hashIterations: credential.get('hashIterations'),
      algorithm: asText(credential.get('algorithm')),
    },
  });
}

interface AuthenticatorApp {
  readonly credential: JsonObject;
  readonly address: string;
  /** Whether its codes can be checked here. */
  readonly isTaken: boolean;
}

/** The first authenticator app that can come along; else the first of all, so that the import says that it cannot. */
function appAmong(credentials: readonly JsonObject[]): AuthenticatorApp | undefined {
  const apps = credentials.filter(isOf('otp')).map((credential) => {
    const address = otpauthOf(credential);
    return { credential, address, isTaken: !('refusal' in readOtpauth(address)) };
  });
  return apps.find(({ isTaken }) => isTaken) ?? apps[0];
}

/** As an app would read it. Without an encoding the secret is the bytes of its text. */
function otpauthOf(credential: JsonObject): string {
  const facts = objectIn(credential.get('credentialData'));
  const value = asText(objectIn(credential.get('secretData')).get('value'));
  const encoding = asText(facts.get('secretEncoding')).toLowerCase();
  const isKnown = encoding === '' || encoding === 'base32';
  const secret = !isKnown ? '' : encoding === 'base32' ? value : Secret.fromUTF8(value).base32;
  const parameters = new URLSearchParams({ secret });
  for (const name of ['digits', 'period', 'algorithm'] as const) parameters.set(name, asText(facts.get(name)));
  return `otpauth://${encodeURIComponent(asText(facts.get('subType'))) || 'none'}/?${parameters}`;
}

/** Keycloak writes it as text within its JSON. */
function objectIn(text: Json | undefined): JsonObject {
  try {
    return asObject(strictJson(asText(text)));
  } catch (error) {
    if (error instanceof BadJson) return asObject(undefined);
    throw error;
  }
}
