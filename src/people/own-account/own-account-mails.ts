import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import { alarm, type MailTemplates } from '../../platform/mail/mail-template.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    'email-change-code': { readonly expires_at: Instant };
    /** To the old address. `new_address` is shortened to `a•••@example.hr`. */
    'email-change-requested': { readonly new_address: string; readonly at: Instant };
    /** To the old address with a link that restores it, to the new one without. */
    'email-changed': { readonly new_address: string; readonly at: Instant; readonly until?: Instant };
    /** Sent instead of `email-change-code` when another account has the address. No row has this kind. */
    'address-in-use': { readonly at: Instant };
  }
}

const UNDO = {
  hr: {
    paragraphs: [
      'Ako to niste bili Vi, odmah vratite ovu adresu: prekinut ćemo sve prijave, ukloniti ono što je njima dodano i tražiti novu lozinku.',
    ],
    button: { label: 'Vrati moju adresu' },
    notes: (until: Instant) => [
      `Poveznica vrijedi do ${croatianTime(until)}. Otvorite li je, još se ništa ne mijenja: tek kad to potvrdite.`,
    ],
  },
  en: {
    paragraphs: [
      'If this was not you, restore this address at once: we will end all sign-ins, remove what they added and ask for a new password.',
    ],
    button: { label: 'Restore my address' },
    notes: (until: Instant) => [
      `The link works until ${englishTime(until)}. Opening it changes nothing: that happens only when you confirm.`,
    ],
  },
};

export const ownAccountMails: MailTemplates<
  'email-change-code' | 'email-change-requested' | 'email-changed' | 'address-in-use'
> = {
  'email-change-code': {
    hr: ({ expires_at }) => ({
      subject: 'Kod za novu e-adresu',
      paragraphs: ['Ovim kodom potvrđujete da je ova e-adresa Vaša. Upišite ga na stranici „Moj račun”.'],
      notes: [
        `Kod vrijedi do ${croatianTime(expires_at)}. Nikome ga ne govorite.`,
        'Ako to niste bili Vi, zanemarite ovu poruku. Bez koda se ništa ne mijenja.',
      ],
    }),
    en: ({ expires_at }) => ({
      subject: 'Code for your new e-mail address',
      paragraphs: ['This code confirms that this e-mail address is yours. Enter it under My account.'],
      notes: [
        `The code works until ${englishTime(expires_at)}. Do not tell it to anybody.`,
        'If this was not you, ignore this message. Nothing changes without the code.',
      ],
    }),
  },
  'email-change-requested': {
    hr: ({ new_address, at }) => ({
      subject: 'Zatražena je promjena e-adrese',
      paragraphs: [
        `Za Vaš je račun ${croatianTime(at)} zatražena nova e-adresa: ${new_address}.`,
        'Dok se nova adresa ne potvrdi, prijavljujete se ovom.',
        ...alarm.hr.paragraphs,
      ],
      button: alarm.hr.button,
      notes: [],
    }),
    en: ({ new_address, at }) => ({
      subject: 'A change of e-mail address was requested',
      paragraphs: [
        `On ${englishTime(at)} a new e-mail address was requested for your account: ${new_address}.`,
        'Until the new address is confirmed, you sign in with this one.',
        ...alarm.en.paragraphs,
      ],
      button: alarm.en.button,
      notes: [],
    }),
  },
  'email-changed': {
    hr: ({ new_address, at, until }) => ({
      subject: 'E-adresa je promijenjena',
      paragraphs: [
        `E-adresa Vašeg računa promijenjena je ${croatianTime(at)}.`,
        `Od sada se prijavljujete adresom ${new_address}.`,
        ...(until === undefined ? [] : UNDO.hr.paragraphs),
      ],
      ...(until === undefined ? {} : { button: UNDO.hr.button }),
      notes:
        until === undefined ? ['Ako to niste bili Vi, odmah se javite svojem administratoru.'] : UNDO.hr.notes(until),
    }),
    en: ({ new_address, at, until }) => ({
      subject: 'Your e-mail address was changed',
      paragraphs: [
        `The e-mail address of your account was changed on ${englishTime(at)}.`,
        `From now on you sign in with ${new_address}.`,
        ...(until === undefined ? [] : UNDO.en.paragraphs),
      ],
      ...(until === undefined ? {} : { button: UNDO.en.button }),
      notes: until === undefined ? ['If this was not you, contact your administrator at once.'] : UNDO.en.notes(until),
    }),
  },
  'address-in-use': {
    hr: ({ at }) => ({
      subject: 'Netko je pokušao upotrijebiti Vašu e-adresu',
      paragraphs: [
        `Netko je ${croatianTime(at)} pokušao upotrijebiti ovu e-adresu za drugi račun. Ona pripada Vašem računu i tako ostaje.`,
        'Ako ste to bili Vi, prijavite se ovom adresom na račun koji već imate.',
      ],
      notes: ['Ako to niste bili Vi, ne morate ništa učiniti. Onaj tko je to pokušao ne doznaje da imate račun.'],
    }),
    en: ({ at }) => ({
      subject: 'Somebody tried to use your e-mail address',
      paragraphs: [
        `On ${englishTime(at)} somebody tried to use this e-mail address for another account. It belongs to yours and stays there.`,
        'If this was you, sign in with this address to the account you already have.',
      ],
      notes: ['If this was not you, you need not do anything. Whoever tried does not learn that you have an account.'],
    }),
  },
};
