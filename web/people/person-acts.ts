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
      run: () => service.users.suspend(id),
      expected: { status: 'suspended', actions: person.actions.map((one) => (one === 'suspend' ? 'unsuspend' : one)) },
      said: say('users.did.suspend', { name }),
      undo: () => service.users.unsuspend(id),
    }),
    unsuspend: (): Act => ({
      name: 'unsuspend',
      ids,
      about: name,
      run: () => service.users.unsuspend(id),
      said: say('users.did.unsuspend', { name }),
      undo: () => service.users.suspend(id),
    }),
    setRole: (role: Role): Act => ({
      name: 'role',
      ids,
      about: name,
      run: () => service.users.setRole(id, role),
      expected: { role },
      said: say('users.did.role', { name, role: say(`role.${role}`) }),
      undo: () => service.users.setRole(id, person.role),
    }),
    remove: (): Act => ({
      name: 'remove',
      ids,
      about: name,
      run: () => service.users.remove(id).then(() => REMOVED),
      expected: REMOVED,
      said: say('users.did.remove', { name }),
      undo: () => service.users.restore(id),
    }),
    /** Of somebody who is a member elsewhere too: the membership ends for good, and the account stays. */
    endMembership: (): Act => ({
      name: 'remove',
      ids,
      about: name,
      run: () => service.users.remove(id).then(() => undefined),
      said: say('users.did.endMembership', { name, tenant: person.tenant_name }),
    }),
    restore: (): Act => ({
      name: 'restore',
      ids,
      about: name,
      run: () => service.users.restore(id),
      said: say('users.did.restore', { name }),
    }),
    unlock: (): Act => ({
      name: 'unlock',
      ids,
      about: name,
      run: () => service.users.unlock(id).then((user) => ({ ...user, locked_until: null })),
      said: say('users.did.unlock', { name }),
    }),
    resetPassword: (): Act => ({
      name: 'password',
      ids,
      about: name,
      run: () => service.users.resetPassword(id).then(() => undefined),
      said: say('users.did.password', { email: person.email }),
    }),
    resetTwoFactor: (): Act => ({
      name: 'twoFactor',
      ids,
      about: name,
      said: say('users.did.twoFactor', { name }),
      run: () => service.users.resetTwoFactor(id),
    }),
    resetPasskeys: (): Act => ({
      name: 'passkeys',
      ids,
      about: name,
      said: say('users.did.passkeys', { name }),
      run: () => service.users.resetPasskeys(id),
    }),
    endSessions: (): Act => ({
      name: 'sessions',
      ids,
      about: name,
      run: () => service.users.endSessions(id).then(() => undefined),
      said: say('users.did.sessions', { name }),
    }),
  };
};
