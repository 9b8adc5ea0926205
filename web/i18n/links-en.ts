import type { SameKeys } from './language.ts';
import type { texts as hr } from './links-hr.ts';

export const texts: SameKeys<typeof hr> = {
  'link.reset.title': 'New password',
  'link.reset.text': 'For the account {{email}}.',
  'link.reset.submit': 'Set password',
  'link.setup.title': 'Welcome',
  'link.setup.hello': 'Welcome, {{name}}',
  'link.setup.by': '{{name}} invites you to open an account at {{tenant}}.',
  'link.setup.invited': 'You are invited to open an account at {{tenant}}.',
  'link.setup.text': 'You will sign in with the address {{email}} and the password you choose now.',
  'link.setup.submit': 'Accept invitation',
  'link.setup.passkey': 'Continue without a password',
  'link.setup.passkey.text': 'With a passkey: a fingerprint, your face or the PIN of this device.',
  'link.checking': 'Checking the link…',
  'link.dead.title': 'The link is no longer valid',
  'link.dead.reset': 'It has expired, has been used, or was replaced by a newer one. Request a new one.',
  'link.dead.setup': 'It has expired, was used already, or a newer one came. If it has expired, ask for a new one.',
  'link.dead.invite': 'Ask for a new invitation',
  'link.dead.asked':
    'If the invitation has expired, whoever invited you has been told. A new one will come to the same e-mail address.',
  'link.dead.ask': 'Request a new link',
  'link.dead.login': 'Go to sign-in',
  'newDevice.title': 'Was this you?',
  'newDevice.text': 'Somebody signed in to your account from a browser that had not been used for it before.',
  'newDevice.account': 'Account',
  'newDevice.when': 'When',
  'newDevice.browser': 'Browser',
  'newDevice.network': 'Network address',
  'newDevice.unknown': 'unknown',
  'newDevice.disown': 'No, end that sign-in',
  'newDevice.wasMe':
    'If it was you, just close this page. If not, end the sign-in; you will choose a new password right away.',
  'newDevice.ended':
    'The sign-in has ended, and what it had added is gone. Your account is not active, or has another e-mail address by now; contact your administrator.',
  'newDevice.dead':
    'The link has expired or has been used. A new password ends every sign-in to your account, the one you do not recognise too.',
  'newDevice.ask': 'Request a new password',
  'takeBack.title': 'Was this you?',
  'takeBack.address.title': 'Restore the e-mail address?',
  'takeBack.text': 'Something was added to your account with which one can sign in.',
  'takeBack.address.text': 'The e-mail address of your account was changed. You can restore the earlier one.',
  'takeBack.address': 'Restored address',
  'takeBack.use': 'No, take it back',
  'takeBack.address.use': 'Restore my address',
  'takeBack.wasMe':
    'If it was you, just close this page. If not, we end the sign-in that did it and remove all that it added; you will choose a new password right away.',
  'takeBack.address.wasMe':
    'If you changed it yourself, just close this page. If not, we end all sign-ins and remove what they added since; you will choose a new password right away.',
  'takeBack.done': 'Taken back. The link leads to no new password now: sign in, or contact your administrator.',
  'link.none.title': 'Open the link in your e-mail',
  'link.none.text': 'This page works only when you open it with the link in our e-mail. Please open the link again.',
  'forgot.title': 'Forgot your password?',
  'forgot.text':
    'Enter the e-mail address of your account. We will send you a link to set a new password; it is valid for two hours.',
  'forgot.submit': 'Send the link',
  'forgot.sent.title': 'Check your e-mail',
  'forgot.sent.text':
    'If {{email}} has an account, a link to set a new password is on its way. Check your spam folder too.',
  'forgot.again': 'Send to another address',
  'forgot.back': 'Back to sign-in',
};
