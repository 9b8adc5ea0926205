import type { SameKeys } from './language.ts';
import type { texts as hr } from './steps-hr.ts';

export const texts: SameKeys<typeof hr> = {
  'login.mailed.title': 'Check your e-mail',
  'login.mailed.text':
    'If {{email}} can sign in with a code, it will arrive in a moment. It has six digits and works for ten minutes, in this browser only.',
  'login.mailed.again.text':
    'If {{email}} can sign in with a code, a new one will arrive. The earlier one no longer works.',
  'login.mailed.label': 'Code from the e-mail',
  'login.mailed.again': 'Send a new code',
  'login.mailed.wait': 'New code in {{clock}}',
  'login.mailed.none':
    'Nothing there? Look in your spam folder. Administrators, and accounts waiting for a new password, get no code.',
  'login.mailed.back': 'Use my password instead',
  'login.code.title': 'Two-step sign-in',
  'login.code.text': 'Enter the six-digit code from your authenticator app.',
  'login.code.toRecovery': 'No phone at hand? Use a recovery code',
  'login.code.toApp': 'Use an authenticator code instead',
  'login.recovery.text': 'Each recovery code works once. You saved them when you turned on two-step sign-in.',
  'login.recovery.label': 'Recovery code',
  'login.passkey.text': 'Confirm the sign-in with a passkey.',
  'login.passkey.browser':
    'This browser does not support passkeys. Sign in with another browser or on another device. If you cannot, ask your administrator to remove your key.',
};
