import { defineRoom } from '../room/define-room.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { signInRoutes } from './sign-in-routes.ts';

export const signInRoom = defineRoom({
  name: 'sign-in',
  open: (deps: SignInParts) => ({ routes: signInRoutes(deps) }),
});
