import { changeUser, forgetPassword } from '../../accounts/users/changed-users-store.ts';
import { journalledPerson } from '../../accounts/users/journalled-users.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { valuesOf } from '../../platform/database/insert-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { type MailTemplates, notice, type TakenBackUntil } from '../../platform/mail/mail-template.ts';
import type { TakeBack } from '../../platform/room/contributions.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { LockoutService } from '../lockout/lockout.ts';
import { removeTwoFactor } from './disable-two-factor.ts';
import { findTwoFactorStatus } from './find-two-factor-status.ts';
import { isOpenable, lastStepAt } from './totp.ts';
import { twoFactorActions } from './two-factor-actions.ts';
import { twoFactorErrors } from './two-factor-errors.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';
import {
  deleteAddedBy,
  findTwoFactor,
  listFactorsOf,
  recoveryCodesTable,
  replaceFactor,
  sameFactor,
  spendAllSteps,
  twoFactorTable,
  type WholeFactor,
} from './two-factor-store.ts';

export const twoFactorPersonalData: PersonalDataContributor = {
  room: 'two-factor',
  tables: [twoFactorTable, recoveryCodesTable],
  exportOf: async (db, userId) => {
    if ((await findTwoFactor(db, userId)) === undefined) return { two_factor: null };
    const { enabled, enabledAt, recoveryCodesLeft } = await findTwoFactorStatus(db, userId);
    return { two_factor: { enabled, enabled_at: enabledAt, recovery_codes_left: recoveryCodesLeft } };
  },
  erase: async (tx, userId, at) => void (await removeTwoFactor(tx, userId, at)),
  description: {
    holds: 'the second factor: its secret (encrypted), digests of recovery codes, times',
    erased: 'removed',
  },
};

interface FactorState {
  /** The factor, with its secret still sealed. */
  readonly factor: WholeFactor['factor'];
  /** All recovery codes by HMAC, including spent ones. */
  readonly codes: WholeFactor['codes'];
}

/** The current second factor: whether it was removed or replaced, its last spent step and its spent recovery codes. */
const journalledSecondFactor = journalledPerson<FactorState>({
  kind: 'second-factor',
  none: { factor: null, codes: [] },
  read: (db, ids) => listFactorsOf(db, valuesOf('bigint', ids)),
  apply: async (tx, user, { factor, codes }, { at, keys }) => {
    const known = (await listFactorsOf(tx, [user.id])).get(user.id);
    if (factor === null || factor.enabled_at === null) {
      if (known === undefined) return [];
      return (await removeTwoFactor(tx, user.id, at)) === undefined ? [] : ['factor_removed'];
    }
    if (sameFactor(known, { factor, codes })) return [];
    const whole = { ...factor, user_id: user.id };
    if (!isOpenable(keys, whole)) {
      // The secret is sealed under a key newer than the backup. The password alone must not suffice for what required both.
      await removeTwoFactor(tx, user.id, at);
      await forgetPassword(tx, user.id, at);
      return ['factor_lost', 'password'];
    }
    await replaceFactor(tx, whole, codes);
    await changeUser(tx, user.id, { two_factor_enabled_at: factor.enabled_at }, at);
    return ['factor'];
  },
});

/** Removes the second factor that these sign-ins set up or enabled; of one that was there before, the codes that they were shown. */
const takeBackSecondFactor: TakeBack = async (tx, call, about, sids) => {
  const { factor, codes } = await deleteAddedBy(tx, about.id, sids);
  if (codes > 0) return ['recovery_codes'];
  if (factor === undefined || factor.enabled_at === null) return [];
  await changeUser(tx, about.id, { two_factor_enabled_at: null }, call.at);
  await recordAudit(tx, call, { action: '2fa.disable', about });
  return ['authenticator'];
};

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'two-factor-enabled': { readonly at: Instant } & TakenBackUntil;
    'two-factor-disabled': { readonly at: Instant };
    'recovery-codes-renewed': { readonly at: Instant } & TakenBackUntil;
  }
}

const twoFactorMails: MailTemplates<'two-factor-enabled' | 'two-factor-disabled' | 'recovery-codes-renewed'> = {
  'two-factor-enabled': notice(
    ['Uključen je drugi korak prijave', 'Drugi korak prijave (2FA) uključen je'],
    ['Two-step sign-in was turned on', 'two-step sign-in (2FA) was turned on'],
  ),
  'two-factor-disabled': notice(
    ['Isključen je drugi korak prijave', 'Drugi korak prijave (2FA) isključen je'],
    ['Two-step sign-in was turned off', 'two-step sign-in (2FA) was turned off'],
    ['Za prijavu je sada dovoljna lozinka.', 'A password is now enough to sign in.'],
  ),
  'recovery-codes-renewed': notice(
    ['Izrađeni su novi rezervni kodovi', 'Novi rezervni kodovi za prijavu izrađeni su'],
    ['New recovery codes were made', 'new recovery codes for signing in were made'],
    ['Stari kodovi više ne vrijede.', 'The old codes no longer work.'],
  ),
};

export const twoFactorRoom = defineRoom({
  name: 'two-factor',
  refusals: twoFactorErrors,
  tables: [twoFactorTable, recoveryCodesTable],
  auditActions: twoFactorActions,
  mails: twoFactorMails,
  personalData: () => twoFactorPersonalData,
  takeBack: takeBackSecondFactor,
  journalledStates: [journalledSecondFactor],
  endAtRestore: async (tx, at) => {
    await spendAllSteps(tx, lastStepAt(at));
    return 0; // counts as none: the next code still works
  },
  open: (deps: Platform & LockoutService) => ({ routes: twoFactorRoutes(deps) }),
});
