import type { dataWords as croatian } from './data-words-hr.ts';

export const dataWords = {
  'data.purpose.account': 'Keeping memberships and accounts.',
  'data.purpose.sign-in': 'Signing in to the account.',
  'data.purpose.security': 'Security of the account: misuse is to be noticed and explained.',
  'data.purpose.contact': 'Messages about the account.',
  'data.purpose.applications': 'Signing in to applications of your club or federation.',
  'data.purpose.source': 'Knowing where the data came from.',
  'data.purpose.proof': 'Proof that the law was followed.',
  'data.kept.account':
    'As long as you have an account. A deleted account can be restored for another {{period}}, then the data are erased.',
  'data.kept.withdrawal': 'Until you withdraw the consent, or as long as you have an account.',
  'data.kept.log': '{{period}}. After an erasure the kind of act, its time and numbers remain, without your name.',
  'data.kept.log.always':
    'No period is set. After an erasure the kind of act, its time and numbers remain, without your name.',
  'data.kept.proof':
    'For good. After an erasure the number of the request, its times and the certificate remain, without your name.',
  'data.kept.end': '{{period}} after it ended or expired.',
  'data.kept.last': '{{period}} after the last time.',
  'data.kept.made': '{{period}} after it was made.',
  'data.kept.contents':
    'Contents {{period}}. That a message was sent, when and to which address: as long as you have an account.',
  'data.days_one': '{{count}} day',
  'data.days_few': '{{count}} days',
  'data.days_other': '{{count}} days',
  'data.minutes': 'A few minutes',
  'data.policy':
    'The legal basis, name and address of the controller, the data protection officer, processors and transfers outside the EU are in the privacy policy (version {{version}}): {{url}}',
  'data.source':
    'You gave the data, they came about as the account was used, or an administrator of your club or federation entered them. Who opened or imported the account, and when, is in this file.',
  'data.recipients':
    'They are seen by administrators and managers of your club or federation, superadministrators of the service, applications that you sign in to, and those who run the server and send mail for the organisation.',
  'data.automated':
    'No profile is made of you. The only things that happen automatically: an account is locked for a while after wrong passwords and, if the organisation has decided so, suspended when it was not used for long.',
  'data.backups': 'In backups the data remain until those are deleted.',
  'data.right.access': 'Access and portability: you can download this file at any time, and give it to somebody else.',
  'data.right.correct':
    'Rectification: you change your name, telephone, OIB, language and e-mail address yourself on the page “My account”; an administrator changes the rest at your request.',
  'data.right.erase':
    'Erasure: you request it on the page “My account”, tab “Privacy”. You get an answer within a month; with a reason, this can be extended by two months.',
  'data.right.object': 'Restriction and objection: contact your club or federation.',
  'data.right.withdraw': 'Withdrawal of consents to applications: on the page “My account”, at any time.',
  'data.right.complain': 'Complaint: the Croatian Personal Data Protection Agency (AZOP), https://azop.hr/en',
} as const satisfies Record<keyof typeof croatian, string>;
