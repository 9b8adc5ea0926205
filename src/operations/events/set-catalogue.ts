import type { AuditMeta } from '../../platform/audit/audit-chain.ts';
import { ROLES, tierOf } from '../../platform/kernel/role.ts';
import { isOneOf, keysOf } from '../../platform/kernel/unchecked.ts';
import type { EventName } from './event-catalogue.ts';

const PROFILES = 'https://schemas.openid.net/secevent';
const caep = (name: string) => `${PROFILES}/caep/event-type/${name}`;
const risc = (name: string) => `${PROFILES}/risc/event-type/${name}`;

export const VERIFICATION_EVENT = `${PROFILES}/ssf/event-type/verification`;
export const STREAM_UPDATED_EVENT = `${PROFILES}/ssf/event-type/stream-updated`;

/** Under the issuer, since no profile has an event that says what is not sent. */
export const gapEventOf = (issuer: string): string => `${issuer}/event-type/gap`;

/** What an event is in CAEP 1.0 or RISC 1.0. */
export interface SetType {
  readonly uri: string;
  readonly says: string;
  /** The members of the event; `undefined` where this record is no such event. */
  readonly members: (meta: AuditMeta) => Readonly<Record<string, unknown>> | undefined;
}

const plain = (uri: string): SetType => ({ uri, says: '', members: () => ({}) });

type Initiator = 'user' | 'admin';

function credential(type: string, change: 'create' | 'update' | 'revoke' | 'delete', by?: Initiator): SetType {
  const members = {
    credential_type: type,
    change_type: change,
    ...(by === undefined ? {} : { initiating_entity: by }),
  };
  const says = `\`credential_type\` \`${type}\`, \`change_type\` \`${change}\``;
  return { uri: caep('credential-change'), says, members: () => members };
}

/** CAEP 1.0 §3.3 leaves the scale to those who agree on one. */
const ROLE_SCALE = 'iskaznica-role';

/** Without the roles, which an erasure takes from the record, it says nothing. */
function roleChange({ before, after }: AuditMeta): Record<string, unknown> | undefined {
  if (!isOneOf(ROLES, before) || !isOneOf(ROLES, after)) return undefined;
  return {
    namespace: ROLE_SCALE,
    previous_level: before,
    current_level: after,
    change_direction: tierOf(after) < tierOf(before) ? 'increase' : 'decrease',
  };
}

const enabledAgain: SetType = {
  uri: risc('account-enabled'),
  says: 'only of an account that is active again',
  members: ({ status }) => (status === 'active' ? {} : undefined),
};

/** Closed: an event that is not listed is not sent in streams, since neither profile has a word for it. */
export const setCatalogue: { readonly [Name in EventName]?: SetType } = {
  'session.revoke': plain(caep('session-revoked')),
  'password.change': credential('password', 'update', 'user'),
  'password.reset.ok': credential('password', 'update', 'user'),
  'user.password.reset': credential('password', 'revoke', 'admin'),
  '2fa.verify.ok': credential('app', 'create', 'user'),
  '2fa.disable': credential('app', 'delete'),
  'user.2fa.reset': credential('app', 'delete', 'admin'),
  'passkey.add': credential('passkey', 'create', 'user'),
  'passkey.remove': credential('passkey', 'delete'),
  'user.role.change': {
    uri: caep('assurance-level-change'),
    says: `\`namespace\` \`${ROLE_SCALE}\`, \`previous_level\`, \`current_level\`, \`change_direction\``,
    members: roleChange,
  },
  'user.suspend': plain(risc('account-disabled')),
  'user.delete': plain(risc('account-disabled')),
  'user.unsuspend': plain(risc('account-enabled')),
  'user.restore': enabledAgain,
  // No profile has a word for two accounts that became one: the other one goes on.
  'user.merge': plain(risc('account-disabled')),
  'user.unmerge': enabledAgain,
  'erasure.complete': plain(risc('account-purged')),
  // RISC 1.0 §2.5: `identifier-changed` names the old address, and is for whoever has authority over it.
  'email.change': plain(risc('recovery-information-changed')),
  'email.restore': plain(risc('recovery-information-changed')),
};

const SET_NAMES = keysOf(setCatalogue);

export const SET_URIS: readonly string[] = [...new Set(SET_NAMES.flatMap((name) => setCatalogue[name]?.uri ?? []))];

/** What a subscription to these events gets in a stream; `null`: to all of them. */
export const setNamesOf = (types: readonly EventName[] | null): EventName[] =>
  SET_NAMES.filter((name) => types === null || types.includes(name));

/** The events that a receiver asks for by their URIs; those that nobody here knows are ignored (SSF 1.0 §8.1.1). */
export const namesOfUris = (uris: readonly string[]): EventName[] =>
  SET_NAMES.filter((name) => uris.includes(setCatalogue[name]?.uri ?? ''));

export const urisOf = (types: readonly EventName[] | null): string[] =>
  SET_URIS.filter((uri) => setNamesOf(types).some((name) => setCatalogue[name]?.uri === uri));
