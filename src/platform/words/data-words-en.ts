import type { dataWords as croatian } from './data-words-hr.ts';

export const dataWords = {
  'data.purpose.account': 'Managing memberships and accounts.',
  'data.purpose.sign-in': 'Signing in to the account.',
  'data.purpose.security': 'Security of the account: to notice and explain misuse.',
  'data.purpose.contact': 'Messages about the account.',
  'data.purpose.applications': 'Signing in to applications of your club or federation.',
  'data.purpose.source': 'To know where the data came from.',
  'data.purpose.proof': 'Proof that the law was followed.',
  'data.kept.account':
    'As long as you have an account. A deleted account can be restored for another {{period}}, and is then erased with its data.',
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
    'The contents {{period}}; that a message was sent, when and to which address, as long as you have an account.',
  'data.days_one': '{{count}} day',
  'data.days_few': '{{count}} days',
  'data.days_other': '{{count}} days',
  'data.minutes': 'A few minutes',
  'data.policy':
    'The legal basis, name and address of the controller, the data protection officer, processors and transfers outside the EU are in the privacy policy (version {{version}}): {{url}}',
  'data.source':
    'You provided the data yourself, they arose from the use of the account, or an administrator of your club or federation entered them. This file says who created or imported the account, and when.',
  'data.recipients':
    'Your data can be seen by administrators and managers of your club or federation, head administrators of the service, applications that you sign in to, and those who run the server and deliver mail for the organisation.',
  'data.automated':
    'You are not profiled. Only two things happen automatically: an account is locked for a while after wrong passwords and, if the organisation has decided so, suspended when it has not been used for a long time.',
  'data.backups': 'Backups contain the data until they are deleted.',
  'data.right.access': 'Access and portability: you can download this file at any time, and pass it on.',
  'data.right.correct':
    'Rectification: you change your name, telephone, OIB, language and e-mail address yourself on the page “My account”; an administrator changes the rest at your request.',
  'data.right.erase':
    'Erasure: you request it on the page “My account”, tab “Privacy”. You get an answer within a month; with a reason, this can be extended by two months.',
  'data.right.object': 'Restriction and objection: contact your club or federation.',
  'data.right.withdraw': 'Withdrawal of consents to applications: on the page “My account”, at any time.',
  'data.right.complain': 'Complaint: the Croatian Personal Data Protection Agency (AZOP), https://azop.hr/en',
} as const satisfies Record<keyof typeof croatian, string>;
