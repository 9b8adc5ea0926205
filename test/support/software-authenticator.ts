import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The options given to a browser, as far as an authenticator reads them. */
export interface CeremonyOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** Deviations of a ceremony; none by default. */
export interface Ceremony {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly userHandle?: string | undefined;
  readonly counter?: number;
  /** Instead of the credential's own id. */
  readonly id?: string;
}

export interface AuthenticatorModel {
  readonly algorithm?: 'ES256' | 'Ed25519';
  /** Whether the passkey may be copied to other devices. */
  readonly isSynced?: boolean;
  readonly aaguid?: string;
  /** Otherwise the counter is always 0, as with most synchronised ones. */
  readonly counts?: boolean;
}

/** An authenticator with one passkey, and the browser in front of it (WebAuthn level 3 §6, §5.8.1). */
export interface SoftwareAuthenticator {
  readonly credentialId: string;
  create(options: CeremonyOptions, ceremony?: Ceremony): Registration;
  get(options: CeremonyOptions, ceremony?: Ceremony): Assertion;
  /** A copy with the same key, whose counter continues from here separately. */
  copied(): SoftwareAuthenticator;
}

export interface Registration {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
  readonly clientExtensionResults: object;
}

export interface Assertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
  readonly clientExtensionResults: object;
}

const FLAGS = { present: 1, verified: 4, mayBeBackedUp: 8, isBackedUp: 16, attested: 64 } as const;

interface Kept {
  readonly credentialId: string;
  readonly key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  counter: number;
  handle: string | undefined;
}

export function softwareAuthenticator(origin: string, model: AuthenticatorModel = {}): SoftwareAuthenticator {
  const key =
    model.algorithm === 'Ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32).toString('base64url');
  return authenticatorOf(origin, model, { credentialId, key, counter: 0, handle: undefined });
}

function authenticatorOf(origin: string, model: AuthenticatorModel, kept: Kept): SoftwareAuthenticator {
  const { isSynced = false, counts = true } = model;
  const dataOf = (
    rpId: string,
    { isPresent = true, isVerified = true, counter }: Ceremony,
    attested?: Buffer,
  ): Buffer => {
    if (counts) kept.counter++;
    const flags =
      Number(isPresent) * FLAGS.present +
      Number(isVerified) * FLAGS.verified +
      Number(isSynced) * (FLAGS.mayBeBackedUp + FLAGS.isBackedUp) +
      (attested ? FLAGS.attested : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter ?? kept.counter, 1);
    return Buffer.concat([hash('sha256', rpId, 'buffer'), head, attested ?? Buffer.alloc(0)]);
  };
  const clientData = (type: string, challenge: string, ceremony: Ceremony): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: ceremony.type ?? type,
        challenge: ceremony.challenge ?? challenge,
        origin: ceremony.origin ?? origin,
        crossOrigin: ceremony.crossOrigin ?? false,
        ...(ceremony.topOrigin === undefined ? {} : { topOrigin: ceremony.topOrigin }),
      }),
    );
  const named = (ceremony: Ceremony) => {
    const id = ceremony.id ?? kept.credentialId;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  };
  return {
    credentialId: kept.credentialId,
    create: ({ challenge, rp, user }, ceremony = {}) => {
      kept.handle = user?.id;
      const id = Buffer.from(kept.credentialId, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const aaguid = Buffer.from((model.aaguid ?? '0'.repeat(32)).replaceAll('-', ''), 'hex');
      const attested = Buffer.concat([aaguid, length, id, cborMap(coseKey(kept.key.publicKey))]);
      const authData = dataOf(ceremony.rpId ?? rp?.id ?? '', ceremony, attested);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', authData],
      ]);
      return {
        ...named(ceremony),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, ceremony).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    get: ({ challenge, rpId }, ceremony = {}) => {
      const authData = dataOf(ceremony.rpId ?? rpId ?? '', ceremony);
      const client = clientData('webauthn.get', challenge, ceremony);
      const signed = Buffer.concat([authData, hash('sha256', client, 'buffer')]);
      const userHandle = 'userHandle' in ceremony ? ceremony.userHandle : kept.handle;
      return {
        ...named(ceremony),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign(algorithmOf(kept.key.privateKey), signed, kept.key.privateKey).toString('base64url'),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
    copied: () => authenticatorOf(origin, model, { ...kept }),
  };
}

const algorithmOf = ({ asymmetricKeyType }: KeyObject): string | null =>
  asymmetricKeyType === 'ed25519' ? null : 'sha256';

/** RFC 9053 §7. */
function coseKey(publicKey: KeyObject): CborEntries {
  const { crv, x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  if (crv === 'Ed25519')
    return [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ];
  return [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ];
}

type CborValue = number | string | Buffer | CborEntries;
type CborEntries = readonly (readonly [number | string, CborValue])[];

/** As much of RFC 8949 as an authenticator needs; written here so that service and tests do not share a mistake. */
const cborMap = (entries: CborEntries): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cborOf(key), cborOf(value)])]);

function cborOf(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return cborMap(value as CborEntries);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
