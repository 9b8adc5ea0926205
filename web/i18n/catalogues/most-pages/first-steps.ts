import type { Catalogue } from '../../../../src/platform/words/catalogue.ts';
/** What a new federation or club still has to do. `_one`, `_few`, `_other` are plurals. */
export const texts = {
  'first.title': { hr: 'Prvi koraci', en: 'First steps' },
  'first.count': {
    hr: 'Učinjeno: {{done}} od {{all}}. Korake radite bilo kojim redom. Kvačica se pojavi kad je korak stvarno učinjen.',
    en: 'Done: {{done}} of {{all}}. Take them in any order; what is really done gets its tick.',
  },
  'first.done': { hr: 'učinjeno', en: 'done' },
  'first.waiting': { hr: 'čeka odgovor', en: 'waiting for an answer' },
  'first.look': { hr: 'Dodaj boju i znak', en: 'Add a colour and a logo' },
  'first.look.text': {
    hr: 'Da ljudi po njima prepoznaju Vaše stranice, poruke i ispise.',
    en: 'So that people recognise your pages, mails and prints by them.',
  },
  'first.policy': { hr: 'Objavi pravila privatnosti', en: 'Publish a privacy policy' },
  'first.policy.text': {
    hr: 'Dok ne objavite svoja, vrijede zajednička.',
    en: 'Until then, the shared policy is in force.',
  },
  'first.people': { hr: 'Uvezi ljude', en: 'Import people' },
  'first.people.text': {
    hr: 'Iz tablice u kojoj ih već vodite, kakva god bila.',
    en: 'From the table in which you keep them now, as it is.',
  },
  'first.invitations': { hr: 'Pozovi ljude', en: 'Invite people' },
  'first.invitations.text': {
    hr: 'Svatko dobije poruku s poveznicom i odabere svoju lozinku.',
    en: 'Everybody gets a mail with a link, and chooses a password of their own.',
  },
  'first.administrators.first': { hr: 'Pozovi prvog administratora', en: 'Invite the first administrator' },
  'first.administrators.second': { hr: 'Pozovi drugog administratora', en: 'Invite a second administrator' },
  'first.administrators': { hr: 'Drugi administrator', en: 'A second administrator' },
  'first.administrators.text': {
    hr: 'Kad je jedan na putu ili izgubi telefon, drugi pomaže. Nitko ne ostaje pred zatvorenim vratima.',
    en: 'When one is away or loses the telephone, the other helps. Nobody is shut out.',
  },
  'first.administrators.above': {
    hr: 'Administratore kluba postavlja tko je iznad njega: javite savezu koga da pozove. Kad je jedan na putu ili izgubi telefon, drugi pomaže.',
    en: 'Whoever is above a club makes its administrators: tell your federation whom to invite. When one is away or loses the telephone, the other helps.',
  },
  'first.administrators.waits': {
    hr: 'Pozivnica je poslana. Korak je učinjen kad je osoba prihvati.',
    en: 'The invitation has been sent. The step is done once it is accepted.',
  },
  'first.aside': { hr: 'Odloži popis', en: 'Put the list aside' },
  'first.aside.did': { hr: 'Prvi koraci su odloženi.', en: 'The first steps have been put aside.' },
  'first.aside.undo': { hr: 'Vrati popis', en: 'Bring the list back' },
  'first.again': { hr: 'Prikaži prve korake', en: 'Show the first steps' },
} satisfies Catalogue;
