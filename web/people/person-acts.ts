import type { Role, User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import type { Say } from '../i18n/texts.ts';
import { nameOf } from './people-queries.ts';
import type { Act } from './use-acting.ts';

/** No answer says it. */
const REMOVED: Partial<User> = { status: 'deleted', actions: ['restore'] };

/** Single-step actions on one person, with their messages and how to undo them. */
export const personActs = (person: User, say: Say) => {
  const { id } = person;
  const name = nameOf(person);
  const ids = [id];
  return {
    suspend: (): Act => ({
      name: 'suspend',
      ids,
      about: name,
      run: () => service.call('POST /api/admin/users/{id}/suspend', id, {}),
      expected: { status: 'suspended', actions: person.actions.map((one) => (one === 'suspend' ? 'unsuspend' : one)) },
      said: say('users.did.suspend', { name }),
      undo: () => service.call('POST /api/admin/users/{id}/unsuspend', id),
    }),
    unsuspend: (): Act => ({
      name: 'unsuspend',
      ids,
      about: name,
      run: () => service.call('POST /api/admin/users/{id}/unsuspend', id),
      said: say('users.did.unsuspend', { name }),
      undo: () => service.call('POST /api/admin/users/{id}/suspend', id, {}),
    }),
    setRole: (role: Role): Act => ({
      name: 'role',
      ids,
      about: name,
      run: () => service.call('PUT /api/admin/users/{id}/role', id, { role }),
      expected: { role },
      said: say('users.did.role', { name, role: say(`role.${role}`) }),
      undo: () => service.call('PUT /api/admin/users/{id}/role', id, { role: person.role }),
    }),
    remove: (): Act => ({
      name: 'remove',
      ids,
      about: name,
      run: () => service.call('DELETE /api/admin/users/{id}', id).then(() => REMOVED),
      expected: REMOVED,
      said: say('users.did.remove', { name }),
      undo: () => service.call('POST /api/admin/users/{id}/restore', id),
    }),
    /** Of somebody who is a member elsewhere too: the membership ends for good, and the account stays. */
    endMembership: (): Act => ({
      name: 'remove',
      ids,
      about: name,
      run: () => service.call('DELETE /api/admin/users/{id}', id).then(() => undefined),
      said: say('users.did.endMembership', { name, tenant: person.tenant_name }),
    }),
    restore: (): Act => ({
      name: 'restore',
      ids,
      about: name,
      run: () => service.call('POST /api/admin/users/{id}/restore', id),
      said: say('users.did.restore', { name }),
    }),
    unlock: (): Act => ({
      name: 'unlock',
      ids,
      about: name,
      run: () =>
        service.call('POST /api/admin/users/{id}/unlock', id).then((user) => ({ ...user, locked_until: null })),
      said: say('users.did.unlock', { name }),
    }),
    resetPassword: (): Act => ({
      name: 'password',
      ids,
      about: name,
      run: () => service.call('POST /api/admin/users/{id}/reset-password', id).then(() => undefined),
      said: say('users.did.password', { email: person.email }),
    }),
    resetTwoFactor: (): Act => ({
      name: 'twoFactor',
      ids,
      about: name,
      said: say('users.did.twoFactor', { name }),
      run: () => service.call('DELETE /api/admin/users/{id}/2fa', id),
    }),
    resetPasskeys: (): Act => ({
      name: 'passkeys',
      ids,
      about: name,
      said: say('users.did.passkeys', { name }),
      run: () => service.call('DELETE /api/admin/users/{id}/passkeys', id),
    }),
    endSessions: (): Act => ({
      name: 'sessions',
      ids,
      about: name,
      run: () => service.call('DELETE /api/admin/users/{id}/sessions', id).then(() => undefined),
      said: say('users.did.sessions', { name }),
    }),
  };
};
