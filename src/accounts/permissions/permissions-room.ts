import { Type } from 'typebox';
import { enrolTierOf } from '../../platform/config/settings.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { ShowUser } from '../users/user-wire.ts';
import { ownUserPresenter } from './own-user-wire.ts';
import { secondFactors } from './second-factors.ts';

const permissionErrors = declareRefusals({
  'users.not_found': {
    status: 404,
    hr: 'Takve osobe nema.',
    en: 'Person not found.',
    when: 'No such user, or one of another tenant.',
  },
  'users.merged': {
    status: 410,
    hr: 'Taj je račun spojen s drugim računom iste osobe.',
    en: 'This account was merged into another one of the same person.',
    when: 'The account was merged. `merged_into` is the id of the person from then on.',
    members: { merged_into: Type.Integer() },
  },
  'users.tier': {
    status: 403,
    hr: 'Vaša uloga ne dopušta tu radnju nad ovom osobom.',
    en: 'Your role does not allow that for this person.',
    when: 'The person, or the role to grant, has a tier that the caller does not manage.',
  },
  'users.shared': {
    status: 403,
    hr: 'Osoba je član i izvan Vašeg dosega. To može učiniti sama ili savez kojem pripadaju svi njezini klubovi; Vi mijenjate samo članstvo kod Vas.',
    en: 'This person is a member beyond your reach too. They, or the federation to which all their clubs belong, can do that; you manage only their membership here.',
    when: 'The act is on the account of a person with a live membership outside the caller’s reach.',
  },
  'users.self': {
    status: 409,
    hr: 'To ne možete učiniti sami sebi.',
    en: 'You cannot do that to your own account.',
    when: 'An administrator tried this on their own account; another one must do it.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof permissionErrors> {}
}

interface PermissionsRoomDeps extends Pick<Platform, 'settings' | 'clock' | 'database'> {
  readonly showUser: ShowUser;
}

export const permissionsRoom = defineRoom({
  name: 'permissions',
  refusals: permissionErrors,
  open: ({ settings, showUser, clock, database }: PermissionsRoomDeps) => {
    const factors = secondFactors(enrolTierOf(settings));
    return { services: { factors, showOwnUser: ownUserPresenter(database, showUser, factors, clock) } };
  },
});
