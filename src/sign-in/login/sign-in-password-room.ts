import type { Keyring } from '../../platform/keys/keyring.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { lockoutErrors } from '../lockout/lockout-errors.ts';
import { passwordErrors } from '../passwords/passwords-errors.ts';
import { LoginBody } from './sign-in-password-wire.ts';
import { PASSWORD_PROVES, PASSWORD_WAY, resumeWithPassword, signInWithPassword } from './sign-in-with-password.ts';
import type { WaysIn } from './ways-in.ts';

export const signInPasswordRoom = defineRoom({
  name: 'sign-in-password',
  open: ({ waysIn, keys }: { waysIn: WaysIn; keys: Keyring }) => {
    waysIn.addResumed(PASSWORD_WAY, { proved: PASSWORD_PROVES, resume: resumeWithPassword(keys) });
    waysIn.addFirstProof({
      name: PASSWORD_WAY,
      chosenBy: 'password',
      body: LoginBody,
      audit: [],
      refusals: [lockoutErrors['attempts.busy'], passwordErrors['passwords.busy']],
      enter: (deps, { body, call, limitKey, left }) => signInWithPassword(deps, call, limitKey, body, left),
    });
    return {};
  },
});
