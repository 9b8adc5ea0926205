import { defineRoom } from '../room/define-room.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { signInRoutes } from './sign-in-routes.ts';

export const signInRoom = defineRoom({
  name: 'sign-in',
  open: (deps: SignInDeps) => ({ routes: signInRoutes(deps) }),
});
