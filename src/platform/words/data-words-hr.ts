/** What an export says about the data in it (GDPR art. 13 to 15). */
export const dataWords = {
  'data.purpose.account': 'Vođenje članstva i računa.',
  'data.purpose.sign-in': 'Prijava u račun.',
  'data.purpose.security': 'Sigurnost računa: da se zlouporaba primijeti i objasni.',
  'data.purpose.contact': 'Obavijesti o računu.',
  'data.purpose.applications': 'Prijava u aplikacije Vašeg kluba ili saveza.',
  'data.purpose.source': 'Da se zna odakle su podaci došli.',
  'data.purpose.proof': 'Dokaz da je postupljeno po propisima.',
  'data.kept.account': 'Dok imate račun. Izbrisan račun može se vratiti još {{period}}, a zatim se podaci brišu.',
  'data.kept.withdrawal': 'Dok pristanak ne povučete ili dok imate račun.',
  'data.kept.log': '{{period}}. Nakon brisanja podataka ostaju vrsta radnje, vrijeme i brojevi, bez Vašeg imena.',
  'data.kept.log.always':
    'Rok nije određen. Nakon brisanja podataka ostaju vrsta radnje, vrijeme i brojevi, bez Vašeg imena.',
  'data.kept.proof': 'Trajno. Nakon brisanja podataka ostaju broj zahtjeva, vremena i potvrda, bez Vašeg imena.',
  'data.kept.end': '{{period}} nakon što završi ili istekne.',
  'data.kept.last': '{{period}} nakon zadnjeg puta.',
  'data.kept.made': '{{period}} nakon nastanka.',
  'data.kept.contents': 'Sadržaj {{period}}. Da je poruka poslana, kada i na koju adresu: dok imate račun.',
  'data.days_one': '{{count}} dan',
  'data.days_few': '{{count}} dana',
  'data.days_other': '{{count}} dana',
  'data.minutes': 'Nekoliko minuta',
  'data.policy':
    'Pravnu osnovu, ime i adresu voditelja obrade, službenika za zaštitu podataka, izvršitelje obrade i prijenose izvan EU-a navode pravila privatnosti (verzija {{version}}): {{url}}',
  'data.source':
    'Podatke ste dali Vi, nastali su korištenjem računa ili ih je upisao administrator Vašeg kluba ili saveza. Tko je i kada otvorio račun ili ga uvezao, piše u ovoj datoteci.',
  'data.recipients':
    'Vide ih administratori i voditelji Vašeg kluba ili saveza, glavni administratori usluge, aplikacije u koje se prijavljujete te oni koji za organizaciju održavaju poslužitelj i šalju poštu.',
  'data.automated':
    'Ne izrađuje se profil. Automatski se račun samo privremeno zaključava nakon pogrešnih lozinki ili, ako je organizacija tako odredila, obustavlja kad se dugo ne koristi.',
  'data.backups': 'U sigurnosnim kopijama podaci ostaju dok se kopije ne izbrišu.',
  'data.right.access': 'Uvid i prijenos: ovu datoteku možete preuzeti kad god želite i dati je drugome.',
  'data.right.correct':
    'Ispravak: ime, telefon, OIB, jezik i e-adresu mijenjate sami na stranici „Moj račun”, a ostalo na Vaš zahtjev mijenja administrator.',
  'data.right.erase':
    'Brisanje: zahtjev šaljete na stranici „Moj račun”, kartica „Privatnost”. Odgovor dobivate najkasnije za mjesec dana; uz obrazloženje rok se može produljiti za dva mjeseca.',
  'data.right.object': 'Ograničenje obrade i prigovor: obratite se svojem klubu ili savezu.',
  'data.right.withdraw': 'Povlačenje pristanka aplikacijama: na stranici „Moj račun”, bilo kada.',
  'data.right.complain': 'Pritužba: Agencija za zaštitu osobnih podataka (AZOP), https://azop.hr',
} as const;
