import { Type } from 'typebox';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { GUESS_MEMBERS } from '../lockout/lockout-errors.ts';

export const passkeyErrors = declareRefusals({
  'passkey.off': {
    status: 404,
    hr: 'Pristupni ključevi ovdje nisu dostupni: potrebna je adresa s imenom i zaštićena veza (https).',
    en: 'Passkeys are not available here.',
    onPages: 'Pristupni ključevi ovdje nisu dostupni.',
    when: 'The host of SVC_PUBLIC_URL is an IP address, or neither https nor `localhost`: browsers create no passkeys there.',
  },
  'passkey.invalid': {
    status: 401,
    hr: 'Pristupni ključ nije potvrđen. Pokušajte ponovno.',
    en: 'The passkey was not confirmed. Please try again.',
    when: 'The assertion does not verify: signature, challenge (5 minutes, once, for its purpose and person), origin, host, user handle or presence; or the key is refused. Counted like a wrong password where the key is known; then `count`, `most` and `lock_minutes` are told as for one.',
    members: Type.Partial(Type.Object(GUESS_MEMBERS)).properties,
  },
  'passkey.unknown': {
    status: 401,
    hr: 'Taj pristupni ključ više ne vrijedi. Prijavite se na drugi način.',
    en: 'This passkey is no longer valid. Sign in another way.',
    when: 'No account has this passkey, nor does one that may be restored. Pages tell the browser, so that it offers it no longer.',
  },
  'passkey.refused': {
    status: 401,
    hr: 'Taj smo pristupni ključ isključili jer možda postoji njegova kopija. Prijavite se na drugi način.',
    en: 'We switched this passkey off because there may be a copy of it. Sign in another way.',
    when: 'The counter of a device-bound passkey did not grow: somebody may have a copy of it. It opens nothing from then on; its owner is mailed.',
    members: GUESS_MEMBERS,
  },
  'passkey.not_added': {
    status: 400,
    hr: 'Pristupni ključ nije dodan. Pokušajte ponovno.',
    en: 'The passkey was not added. Please try again.',
    when: 'The answer of the authenticator does not verify: challenge (5 minutes, once, for its purpose and person), origin, host, presence, algorithm or attestation.',
  },
  'passkey.not_confirmed': {
    status: 403,
    hr: 'Pristupni ključ nije potvrđen.',
    en: 'The passkey was not confirmed.',
    when: 'The assertion that should re-authenticate the caller does not verify. Counted like a wrong sign-in.',
  },
  'passkey.exists': {
    status: 409,
    hr: 'Taj je pristupni ključ već dodan.',
    en: 'This passkey has already been added.',
    when: 'An account has this passkey already.',
  },
  'passkey.too_many': {
    status: 409,
    hr: 'Imate 20 pristupnih ključeva, koliko ih najviše može biti. Najprije uklonite neki od njih.',
    en: 'You have 20 passkeys, as many as there can be. Remove one of them first.',
    when: 'The caller has 20 passkeys.',
  },
  'passkey.second_step': {
    status: 409,
    hr: 'Ovaj račun ima drugi korak prijave. Odaberite lozinku, prijavite se i tada dodajte pristupni ključ.',
    en: 'This account has two-step sign-in. Choose a password, sign in, and add a passkey then.',
    when: 'The invited account asks for a second factor. A passkey may be both factors, and no link leads around the second.',
  },
  'passkey.not_found': {
    status: 404,
    hr: 'Nemate takav pristupni ključ.',
    en: 'You have no such passkey.',
    when: 'The caller has no passkey with that id.',
  },
  'passkey.last_way_in': {
    status: 409,
    hr: 'To je jedini način na koji se možete prijaviti. Najprije postavite lozinku ili dodajte drugi pristupni ključ.',
    en: 'This is your only way to sign in. Set a password or add another passkey first.',
    when: 'Without this passkey the account would have no way in: no password, no other passkey, no linked identity.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof passkeyErrors> {}
}
