import { recordOwnConsent } from '../src/accounts/privacy-policies/record-consent.ts';
import { holdUserRow } from '../src/accounts/users/accounts-store.ts';
import { createUser } from '../src/accounts/users/create-user.ts';
import { fullNameOf } from '../src/accounts/users/user.ts';
import { sendInvitation } from '../src/people/invitations/invite-user.ts';
import { deleteUser } from '../src/people/user-admin/delete-user.ts';
import { suspendUser } from '../src/people/user-admin/suspend-user.ts';
import { byOperator } from '../src/platform/audit/audit-context.ts';
import { days, type Milliseconds, minutes } from '../src/platform/kernel/durations.ts';
import type { Platform } from '../src/platform/room/platform.ts';
import { type Act, chanceDevice, type Device, partsOf } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface Membership {
  readonly person: DemoPerson;
  /** Who created and later suspended them; `undefined` for the first superadmins. */
  readonly admin: DemoPerson | undefined;
  readonly passwordHash: string;
  readonly policyVersion: string;
  /** What invitations are made with. */
  readonly links: Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'>;
}

/** Of those who have not answered, some were entered and never invited, and some let the invitation end. */
const NOT_INVITED = { longerThan: 5.6 };
const EXPIRED = { longerThan: 3.7, upTo: 4.3, earlier: 6 };

/** How a person joined and, if so, was suspended. `until` is that moment, or now. */
export function membershipActs(
  membership: Membership,
  random: SeededRandom,
  now: Milliseconds,
): { acts: Act[]; from: Milliseconds; until: Milliseconds } {
  const { person } = membership;
  const waits = person.status === 'invited' && !person.shown ? person.joinedDaysAgo : 0;
  const hasExpired = waits > EXPIRED.longerThan && waits <= EXPIRED.upTo;
  const from = now - days(person.joinedDaysAgo + (hasExpired ? EXPIRED.earlier : 0));
  const device = chanceDevice(random);
  const entered = enter(membership, device, from);
  if (person.status === 'invited') {
    const invited = waits > NOT_INVITED.longerThan ? [] : [invite(membership, device, from + minutes(1))];
    return { acts: [entered, ...invited], from, until: from };
  }
  const consented = random.chance(0.85)
    ? [consent(membership, chanceDevice(random), from + minutes(random.between(2, 90)))]
    : [];
  if (person.status === 'active') return { acts: [entered, ...consented], from, until: now };
  const until = now - days(random.between(1, 20));
  return { acts: [entered, ...consented, shutOut(membership, device, until)], from, until };
}

/**
 * Invited people have no password, except the one whose sign-in is printed: the refusal explains itself only after the
 * right one.
 */
const enter = ({ person, admin, passwordHash }: Membership, device: Device, time: Milliseconds): Act => ({
  at: time,
  perform: async ({ tx, actors, tenantIds }, at) => {
    const by = admin && actors.get(admin);
    const isInvited = person.status === 'invited';
    const wanted = {
      ...person,
      tenantId: tenantIds[person.tenant] as number,
      status: isInvited ? ('invited' as const) : ('active' as const),
      passwordHash: isInvited && !person.shown ? null : passwordHash,
      emailVerified: !isInvited,
    };
    const user = await createUser(tx, by ? device(by, at) : byOperator(['user.create'], at), wanted);
    actors.set(person, { id: user.id, email: user.email, tenantId: user.tenant_id });
  },
});

const invite = ({ person, admin, links }: Membership, device: Device, time: Milliseconds): Act => ({
  at: time,
  perform: async ({ tx, actors }, at) => {
    const [about, by] = [actors.get(person), admin && actors.get(admin)];
    const user = about && (await holdUserRow(tx, about.id));
    if (user === undefined || by === undefined || admin === undefined) return;
    const inviter = { id: by.id, name: fullNameOf(admin.ime, admin.prezime) };
    await sendInvitation(tx, links, device(by, at), { user, now: time, by: inviter, mail: false });
  },
});

const consent = ({ person, policyVersion }: Membership, device: Device, time: Milliseconds): Act => ({
  at: time,
  perform: async (stage, at) => {
    const about = stage.actors.get(person);
    if (about === undefined) return;
    const given = { policy_version: policyVersion, categories: { necessary: true } };
    await recordOwnConsent(
      { ...partsOf(stage, at), defaultPolicyVersion: policyVersion },
      { ...device(about, at), isReauthenticated: true, caller: { userId: about.id } },
      given,
    );
  },
});

const shutOut = ({ person, admin, links }: Membership, device: Device, time: Milliseconds): Act => ({
  at: time,
  perform: async ({ tx, actors }, at) => {
    const [about, by] = [actors.get(person), admin && actors.get(admin)];
    const user = about && (await holdUserRow(tx, about.id));
    if (user === undefined || by === undefined) return;
    const on = { tx, user, call: device(by, at) };
    await (person.status === 'suspended' ? suspendUser(on, 'Nepodmirena članarina', links) : deleteUser(on, links));
  },
});
