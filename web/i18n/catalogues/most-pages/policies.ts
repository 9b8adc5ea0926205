import type { Catalogue } from '../../../../src/platform/words/catalogue.ts';
/** Croatian texts of the privacy policy. */
export const texts = {
  'policies.title': { hr: 'Pravila privatnosti', en: 'Privacy policy' },
  'policies.edit': { hr: 'Uredi pravila', en: 'Edit the policy' },
  'policies.of': {
    hr: '{{name}}, {{number}}. verzija, vrijedi od {{day}}',
    en: '{{name}}, version {{number}}, in force since {{day}}',
  },
  'policies.default': {
    hr: 'Ovo je zadani tekst usluge (verzija {{version}}): Vaš savez ili klub još nije objavio vlastita pravila.',
    en: 'This is the default text of the service (version {{version}}): your federation or club has not published a policy of its own yet.',
  },
  'policies.older': {
    hr: 'Čitate verziju kakva je bila kad je objavljena. Danas možda vrijedi druga.',
    en: 'You are reading a version as it was published. Another one may be in force today.',
  },
  'policies.versions': { hr: 'Objavljene verzije', en: 'Published versions' },
  'policies.version': { hr: '{{number}}. verzija', en: 'Version {{number}}' },
  'policies.editing': { hr: 'Nova verzija pravila privatnosti', en: 'New version of the privacy policy' },
  'policies.editing.text': {
    hr: 'Dok pišete, vidite kako će izgledati. Stare verzije ostaju čitljive.',
    en: 'As you write, you see what it will look like. Old versions stay readable.',
  },
  'policies.source': { hr: 'Tekst', en: 'Text' },
  'policies.source.hint': {
    hr: 'Naslov počinje s ##, stavka popisa s crticom, **važno** je podebljano, poveznica je [riječi](https://adresa).',
    en: 'A heading begins with ##, a list item with a hyphen, **important** is bold, a link is [words](https://address).',
  },
  'policies.preview': { hr: 'Pregled', en: 'Preview' },
  'policies.lacking.empty': { hr: 'Upišite tekst pravila.', en: 'Enter the text of the policy.' },
  'policies.lacking.unchanged': {
    hr: 'Tekst je isti kao u verziji koja vrijedi. Promijenite ga pa objavite.',
    en: 'The text is that of the version in force. Change it, then publish.',
  },
  'policies.publish': { hr: 'Objavi {{number}}. verziju…', en: 'Publish version {{number}}…' },
  'policies.published': { hr: 'Objavljena je {{number}}. verzija.', en: 'Version {{number}} is published.' },
  'policies.ask': { hr: 'Objaviti novu verziju?', en: 'Publish a new version?' },
  'policies.ask.text': {
    hr: 'Vrijedi odmah i ne može se povući, samo zamijeniti novijom. Svi na koje se odnosi morat će je ponovno potvrditi.',
    en: 'It applies at once and cannot be withdrawn, only replaced by a newer one. Everybody it concerns will have to confirm it again.',
  },
  'policies.confirm': { hr: 'Objavi', en: 'Publish' },
} satisfies Catalogue;
