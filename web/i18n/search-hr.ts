/** Global search. */
export const texts = {
  'search.title': 'Traži ljude, dokumente i stranice',
  'search.placeholder': 'Ime, e-adresa, dokument, stranica…',
  'search.placeholder.documents': 'Dokument ili stranica…',
  'search.found': 'Pronađeno',
  'search.group.person': 'Ljudi',
  'search.group.document': 'Dokumenti',
  'search.group.page': 'Stranice',
  'search.all': 'Svi koji odgovaraju na „{{q}}”',
  'search.none': 'Ništa ne odgovara na „{{q}}”. Pokušajte s početkom imena ili naslova.',
  'search.count_one': '{{count}} pogodak',
  'search.count_few': '{{count}} pogotka',
  'search.count_other': '{{count}} pogodaka',
};
