import type { Wording } from '../kernel/wording.ts';
import type { MailKind, MailState } from '../mail/mail.ts';
import type { Catalogue } from './catalogue.ts';

const kinds = {
  'mails.kind.invitation': { hr: 'Pozivnica', en: 'Invitation' },
  'mails.kind.invitation-asked': { hr: 'Molba za novu pozivnicu', en: 'New invitation asked for' },
  'mails.kind.transfer-asked': { hr: 'Zatražen prijelaz člana', en: 'Transfer of a member requested' },
  'mails.kind.transfer-released': { hr: 'Prijelaz u drugi klub', en: 'Transfer to another club' },
  'mails.kind.account-merged': { hr: 'Spojeni računi', en: 'Accounts merged' },
  'mails.kind.account-unmerged': { hr: 'Poništeno spajanje računa', en: 'Merge of accounts undone' },
  'mails.kind.password-reset': { hr: 'Nova lozinka', en: 'Password reset' },
  'mails.kind.subscription-failing': {
    hr: 'Aplikacija ne prima obavijesti',
    en: 'An application does not receive events',
  },
  'mails.kind.orders-unanswered': {
    hr: 'Primatelj podataka nije odgovorio',
    en: 'A recipient of data has not answered',
  },
  'mails.kind.backup-too-old': { hr: 'Prestara sigurnosna kopija', en: 'Backup too old' },
  'mails.kind.account-inactive': { hr: 'Račun nije aktivan', en: 'Account not active' },
  'mails.kind.password-changed': { hr: 'Lozinka je promijenjena', en: 'Password changed' },
  'mails.kind.email-change-code': { hr: 'Kod za novu e-adresu', en: 'E-mail change code' },
  'mails.kind.email-change-requested': { hr: 'Zatražena promjena e-adrese', en: 'E-mail change requested' },
  'mails.kind.email-changed': { hr: 'E-adresa je promijenjena', en: 'E-mail changed' },
  'mails.kind.email-restored': { hr: 'Vraćena e-adresa', en: 'E-mail address restored' },
  'mails.kind.taken-back': {
    hr: 'Uklonjeno ono što je dodano tuđom prijavom',
    en: 'What a stranger’s sign-in had added was removed',
  },
  'mails.kind.address-in-use': { hr: 'Adresa je već na drugom računu', en: 'Address already has an account' },
  'mails.kind.two-factor-enabled': { hr: 'Uključen drugi korak prijave', en: 'Two-step sign-in turned on' },
  'mails.kind.two-factor-disabled': { hr: 'Isključen drugi korak prijave', en: 'Two-step sign-in turned off' },
  'mails.kind.second-factor-missing': {
    hr: 'Podsjetnik na drugi korak prijave',
    en: 'Reminder to turn on two-step sign-in',
  },
  'mails.kind.recovery-codes-renewed': { hr: 'Novi rezervni kodovi', en: 'New recovery codes' },
  'mails.kind.sign-in-ended-by-reuse': { hr: 'Prekinuta sumnjiva prijava', en: 'Suspicious session ended' },
  'mails.kind.second-factor-guessed': { hr: 'Netko pogađa kod za prijavu', en: 'Wrong sign-in codes' },
  'mails.kind.new-device': { hr: 'Prijava iz novog preglednika', en: 'Sign-in from a new browser' },
  'mails.kind.sign-in-code': { hr: 'Kod za prijavu', en: 'Sign-in code' },
  'mails.kind.identity-linked': { hr: 'Povezan vanjski račun', en: 'External account linked' },
  'mails.kind.identity-unlinked': { hr: 'Uklonjena veza s vanjskim računom', en: 'External account unlinked' },
  'mails.kind.google-linked': { hr: 'Povezan Googleov račun', en: 'Google account linked' },
  'mails.kind.google-unlinked': { hr: 'Uklonjena veza s Googleom', en: 'Google account unlinked' },
  'mails.kind.passkey-added': { hr: 'Dodan pristupni ključ', en: 'Passkey added' },
  'mails.kind.security-key-added': { hr: 'Dodan sigurnosni ključ', en: 'Security key added' },
  'mails.kind.passkey-removed': { hr: 'Uklonjen pristupni ključ', en: 'Passkey removed' },
  'mails.kind.passkeys-removed': { hr: 'Uklonjeni pristupni ključevi', en: 'Passkeys removed' },
  'mails.kind.passkey-refused': { hr: 'Isključen pristupni ključ', en: 'Passkey switched off' },
  'mails.kind.erasure-requested': { hr: 'Zahtjev za brisanje je primljen', en: 'Erasure request received' },
  'mails.kind.erasure-extended': { hr: 'Produljen rok za brisanje', en: 'Erasure deadline extended' },
  'mails.kind.erasure-rejected': { hr: 'Brisanje je odbijeno', en: 'Erasure rejected' },
  'mails.kind.erasure-completed': { hr: 'Podaci su izbrisani', en: 'Data erased' },
} satisfies Record<`mails.kind.${MailKind}`, Wording>;

const states = {
  'mails.state.queued': { hr: 'Čeka slanje', en: 'Queued' },
  'mails.state.sending': { hr: 'Šalje se', en: 'Sending' },
  'mails.state.sent': { hr: 'Poslano', en: 'Sent' },
  'mails.state.failed': { hr: 'Nije poslano', en: 'Failed' },
  'mails.state.cancelled': { hr: 'Otkazano', en: 'Cancelled' },
} satisfies Record<`mails.state.${MailState}`, Wording>;

export const mailWords = {
  ...kinds,
  ...states,
  'mails.error.expired': {
    hr: 'Poveznica je istekla prije slanja. Pošaljite novu pozivnicu ili novu poveznicu.',
    en: 'The link expired before the e-mail was sent. Send a new invitation or a new link.',
  },
  'mails.error.ended': {
    hr: 'Poveznica je prije slanja povučena ili zamijenjena novom.',
    en: 'The link was withdrawn or replaced before the e-mail was sent.',
  },
  'mails.error.wording': {
    hr: 'Sadržaj poruke više nije spremljen.',
    en: 'The text of this e-mail is no longer stored.',
  },
  'mails.error.signIn': {
    hr: 'Poslužitelj pošte ne prihvaća prijavu. Provjerite ime i lozinku u postavkama.',
    en: 'The mail server rejected our sign-in. Check the user name and password in the settings.',
  },
  'mails.error.letters': {
    hr: 'Poslužitelj pošte ne prima adrese sa slovima poput č, ć, š ili ž. Upišite drugu adresu na računu osobe.',
    en: 'The mail server takes no addresses with letters such as č, ć, š or ž. Enter another address on the person’s account.',
  },
  'mails.error.full': { hr: 'Sandučić primatelja je pun.', en: 'The recipient’s mailbox is full.' },
  'mails.error.unknown': {
    hr: 'Takve adrese nema. Provjerite je i ispravite na računu osobe.',
    en: 'The address does not exist. Correct it on the account.',
  },
  'mails.error.refused': {
    hr: 'Poslužitelj primatelja odbio je poruku.',
    en: 'The recipient’s server rejected the e-mail.',
  },
  'mails.error.later': {
    hr: 'Poslužitelj primatelja traži da pokušamo kasnije.',
    en: 'The recipient’s server asked us to try again later.',
  },
  'mails.error.tls': {
    hr: 'Sigurna veza s poslužiteljem pošte nije uspjela.',
    en: 'The secure connection to the mail server failed.',
  },
  'mails.error.away': { hr: 'Poslužitelj pošte ne odgovara.', en: 'The mail server is not responding.' },
  'mails.error.other': { hr: 'Slanje nije uspjelo.', en: 'Sending failed.' },
} satisfies Catalogue;
