import { Type } from 'typebox';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { GUESS_MEMBERS } from '../lockout/lockout-errors.ts';

export const signInErrors = declareRefusals({
  'login.wrong': {
    status: 401,
    hr: 'Pogrešna e-adresa ili lozinka.',
    en: 'Wrong e-mail or password.',
    when: 'The address, the password or the code is wrong; the answer does not say which. The text counts the attempts as `(N/5)`, `count`, `most` and `lock_minutes` as numbers; the attempt that locks adds `locked_until` and `Retry-After`.',
    members: GUESS_MEMBERS,
  },
  'login.2fa_required': {
    status: 401,
    hr: '2FA_REQUIRED',
    en: null,
    when: 'The first proof is right and the account needs a second factor, but none was sent. `methods` lists those it has; for five minutes `pending` replaces the first proof in the next call.',
    members: {
      methods: Type.Array(Type.String()),
      pending: Type.String(),
      challenge_id: Type.Optional(Type.String({ description: 'When a passkey is among the methods' })),
      options: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'For `navigator.credentials.get` (WebAuthn §5.5)' }),
      ),
    },
  },
  'login.ended': {
    status: 401,
    hr: 'Prijava je prekinuta čim je počela. Prijavite se ponovno.',
    en: 'The sign-in ended as it began. Please sign in again.',
    when: 'All proofs were right, but the sign-in ended before its answer: somebody ended it, or the signing key was just revoked and this node reads its keys anew.',
  },
  'login.factor_shut': {
    status: 403,
    hr: 'Vaš ključ za drugi korak prijave ovdje više ne vrijedi. Zamolite svojeg administratora da ga ukloni.',
    en: 'Your key for the second step is no longer valid here. Please ask your administrator to remove it.',
    when: 'The first proof is right and a second step is required, by a rule or by a security key of the account, but all its keys are unusable: their counter fell, passkeys are off at `SVC_PUBLIC_URL`, or they are bound to another host.',
  },
  'login.pending_over': {
    status: 401,
    hr: 'Prijava je predugo čekala. Počnite ispočetka.',
    en: 'The sign-in has waited too long. Start again.',
    when: 'The `pending` of a second call has expired, was used, or the account has changed meanwhile.',
  },
  'account.suspended': {
    status: 403,
    hr: 'Pristup Vašem računu privremeno je obustavljen. Javite se svojem klubu ili savezu.',
    en: 'Your account is suspended. Please contact your club or federation.',
    when: 'The password is right, but the account is suspended.',
  },
  'account.invited': {
    status: 403,
    hr: 'Najprije dovršite prijavu poveznicom iz pozivnice.',
    en: 'Accept the invitation first: use the link in your e-mail.',
    when: 'The password is right, but the invitation is not accepted yet.',
  },
  'refresh.invalid': {
    status: 401,
    hr: 'Prijava je istekla. Prijavite se ponovno.',
    en: null,
    when: 'The refresh token is malformed, expired, or its sign-in has ended.',
  },
  'memberships.none': {
    status: 403,
    hr: 'U tom savezu ili klubu nemate aktivno članstvo.',
    en: 'You have no active membership in that federation or club.',
    when: 'A switch was asked to a tenant in which the person has no active membership, or which there is not.',
  },
  'session.factor_required': {
    status: 403,
    hr: 'Za tu ulogu treba prijava u dva koraka. Prijavite se s drugim korakom pa pokušajte ponovno.',
    en: 'That role requires two-step sign-in. Sign in with the second step, then try again.',
    when: 'A switch was asked to a role whose rule demands a second factor, which this sign-in has not shown.',
  },
  'session.renewed': {
    status: 409,
    hr: 'Prijava je upravo produljena u drugoj kartici. Pokušajte ponovno.',
    en: 'Another tab has just renewed the sign-in. Please try again.',
    when: 'A switch was asked with a token that was spent at the same moment. Renew the sign-in, then switch with the new token.',
  },
  'refresh.reused': {
    status: 401,
    hr: 'Prijava je prekinuta jer je njezin ključ upotrijebljen dvaput. Prijavite se ponovno.',
    en: null,
    when: 'The refresh token was already spent: somebody may have a copy, so the whole sign-in was ended.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof signInErrors> {}
}
