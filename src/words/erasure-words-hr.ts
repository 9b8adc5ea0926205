export const erasureWords = {
  'privacy.one.pending': 'Čeka odluku',
  'privacy.one.approved': 'Briše se',
  'privacy.one.failed': 'Zapelo',
  'privacy.one.completed': 'Dovršeno',
  'privacy.one.rejected': 'Odbijeno',
  'privacy.one.cancelled': 'Povučeno',
  'privacy.one.held': 'Zadržano',
  'privacy.origin.request': 'Zatražila je sama osoba',
  'privacy.origin.retention': 'Istekao je rok čuvanja obrisanog računa',
  'privacy.origin.replay': 'Ponovljeno nakon vraćanja sigurnosne kopije',
  'privacy.person.number': 'Osoba br. {{id}}',
};
