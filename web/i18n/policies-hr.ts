/** Croatian texts of the privacy policy. */
export const texts = {
  'policies.title': 'Pravila privatnosti',
  'policies.edit': 'Uredi pravila',
  'policies.of': '{{name}}, {{number}}. verzija, vrijedi od {{day}}',
  'policies.default':
    'Ovo je zadani tekst usluge (verzija {{version}}): Vaš savez ili klub još nije objavio vlastita pravila.',
  'policies.older': 'Čitate verziju kakva je bila kad je objavljena. Danas možda vrijedi druga.',
  'policies.versions': 'Objavljene verzije',
  'policies.version': '{{number}}. verzija',
  'policies.editing': 'Nova verzija pravila privatnosti',
  'policies.editing.text': 'Dok pišete, vidite kako će izgledati. Stare verzije ostaju čitljive.',
  'policies.source': 'Tekst',
  'policies.source.hint':
    'Naslov počinje s ##, stavka popisa s crticom, **važno** je podebljano, poveznica je [riječi](https://adresa).',
  'policies.preview': 'Pregled',
  'policies.lacking.empty': 'Upišite tekst pravila.',
  'policies.lacking.unchanged': 'Tekst je isti kao u verziji koja vrijedi. Promijenite ga pa objavite.',
  'policies.publish': 'Objavi {{number}}. verziju…',
  'policies.published': 'Objavljena je {{number}}. verzija.',
  'policies.ask': 'Objaviti novu verziju?',
  'policies.ask.text':
    'Vrijedi odmah i ne može se povući, samo zamijeniti novijom. Svi na koje se odnosi potvrdit će je iznova.',
  'policies.confirm': 'Objavi',
};
