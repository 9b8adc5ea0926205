import type { Catalogue } from './catalogue.ts';
/** What an export says about the data in it (GDPR art. 13 to 15). */
export const dataWords = {
  'data.purpose.account': { hr: 'Vođenje članstva i računa.', en: 'Managing memberships and accounts.' },
  'data.purpose.sign-in': { hr: 'Prijava u račun.', en: 'Signing in to the account.' },
  'data.purpose.security': {
    hr: 'Sigurnost računa: da se zloporaba primijeti i objasni.',
    en: 'Security of the account: to detect and explain misuse.',
  },
  'data.purpose.contact': { hr: 'Obavijesti o računu.', en: 'Messages about the account.' },
  'data.purpose.applications': {
    hr: 'Prijava u aplikacije Vašeg kluba ili saveza.',
    en: 'Signing in to applications of your club or federation.',
  },
  'data.purpose.source': { hr: 'Da se zna odakle su podaci došli.', en: 'To know where the data came from.' },
  'data.purpose.proof': { hr: 'Dokaz da je postupljeno po propisima.', en: 'Proof that the law was followed.' },
  'data.kept.account': {
    hr: 'Dok imate račun. Obrisan račun može se vratiti još {{period}}, a zatim se podaci brišu.',
    en: 'As long as you have an account. A deleted account can be restored for another {{period}}, and is then erased with its data.',
  },
  'data.kept.withdrawal': {
    hr: 'Dok pristanak ne povučete ili dok imate račun.',
    en: 'Until you withdraw the consent, or as long as you have an account.',
  },
  'data.kept.log': {
    hr: '{{period}}. Nakon brisanja podataka ostaju vrsta radnje, vrijeme i brojevi, bez Vašeg imena.',
    en: '{{period}}. After an erasure the kind of act, its time and numbers remain, without your name.',
  },
  'data.kept.log.always': {
    hr: 'Rok nije određen. Nakon brisanja podataka ostaju vrsta radnje, vrijeme i brojevi, bez Vašeg imena.',
    en: 'No period is set. After an erasure the kind of act, its time and numbers remain, without your name.',
  },
  'data.kept.proof': {
    hr: 'Trajno. Nakon brisanja podataka ostaju broj zahtjeva, vremena i potvrda, bez Vašeg imena.',
    en: 'For good. After an erasure the number of the request, its times and the certificate remain, without your name.',
  },
  'data.kept.end': { hr: '{{period}} nakon što završi ili istekne.', en: '{{period}} after it ended or expired.' },
  'data.kept.last': { hr: '{{period}} nakon zadnjeg puta.', en: '{{period}} after the last time.' },
  'data.kept.made': { hr: '{{period}} nakon nastanka.', en: '{{period}} after it was made.' },
  'data.kept.contents': {
    hr: 'Sadržaj {{period}}. Da je poruka poslana, kada i na koju adresu: dok imate račun.',
    en: 'The contents {{period}}; that a message was sent, when and to which address, as long as you have an account.',
  },
  'data.days_one': { hr: '{{count}} dan', en: '{{count}} day' },
  'data.days_few': { hr: '{{count}} dana', en: '{{count}} days' },
  'data.days_other': { hr: '{{count}} dana', en: '{{count}} days' },
  'data.minutes': { hr: 'Nekoliko minuta', en: 'A few minutes' },
  'data.policy': {
    hr: 'Pravnu osnovu, ime i adresu voditelja obrade, službenika za zaštitu podataka, izvršitelje obrade i prijenose izvan EU-a navode pravila privatnosti (verzija {{version}}): {{url}}',
    en: 'The legal basis, name and address of the controller, the data protection officer, processors and transfers outside the EU are in the privacy policy (version {{version}}): {{url}}',
  },
  'data.source': {
    hr: 'Podatke ste dali Vi, nastali su korištenjem računa ili ih je upisao administrator Vašeg kluba ili saveza. Tko je i kada otvorio račun ili ga uvezao, piše u ovoj datoteci.',
    en: 'You provided the data yourself, it arose from the use of the account, or an administrator of your club or federation entered it. This file says who created or imported the account, and when.',
  },
  'data.recipients': {
    hr: 'Vide ih administratori i voditelji Vašeg kluba ili saveza, glavni administratori usluge, aplikacije u koje se prijavljujete te oni koji za organizaciju održavaju poslužitelj i šalju poštu.',
    en: 'Your data can be seen by administrators and managers of your club or federation, head administrators of the service, applications that you sign in to, and those who run the server and deliver mail for the organisation.',
  },
  'data.automated': {
    hr: 'Profil o Vama ne izrađujemo. Automatski se događa samo dvoje: račun se privremeno zaključava nakon pogrešnih lozinki i, ako je organizacija tako odredila, obustavlja se pristup računu koji se dugo ne koristi.',
    en: 'You are not profiled. Only two things happen automatically: an account is locked for a while after wrong passwords and, if the organisation has decided so, suspended when it has not been used for a long time.',
  },
  'data.backups': {
    hr: 'U sigurnosnim kopijama podaci ostaju dok se kopije ne izbrišu.',
    en: 'Backups contain the data until they are deleted.',
  },
  'data.right.access': {
    hr: 'Uvid i prijenos: ovu datoteku možete preuzeti kad god želite i dati je drugome.',
    en: 'Access and portability: you can download this file at any time, and pass it on.',
  },
  'data.right.correct': {
    hr: 'Ispravak: ime, prezime, telefon, OIB, jezik i e-adresu mijenjate sami na stranici „Moj račun”, a ostalo na Vaš zahtjev mijenja administrator.',
    en: 'Rectification: you change your name, telephone, OIB, language and e-mail address yourself on the page “My account”; an administrator changes the rest at your request.',
  },
  'data.right.erase': {
    hr: 'Brisanje: zahtjev šaljete na stranici „Moj račun”, kartica „Privatnost”. Odgovor dobivate najkasnije za mjesec dana; uz obrazloženje rok se može produljiti za dva mjeseca.',
    en: 'Erasure: you request it on the page “My account”, tab “Privacy”. You get an answer within a month; with a reason, this can be extended by two months.',
  },
  'data.right.object': {
    hr: 'Ograničenje obrade i prigovor: obratite se svojem klubu ili savezu.',
    en: 'Restriction and objection: contact your club or federation.',
  },
  'data.right.withdraw': {
    hr: 'Povlačenje pristanka aplikacijama: na stranici „Moj račun”, bilo kada.',
    en: 'Withdrawal of consents to applications: on the page “My account”, at any time.',
  },
  'data.right.complain': {
    hr: 'Pritužba: Agencija za zaštitu osobnih podataka (AZOP), https://azop.hr',
    en: 'Complaint: the Croatian Personal Data Protection Agency (AZOP), https://azop.hr/en',
  },
} satisfies Catalogue;
