import { defineRoom } from '../../platform/room/define-room.ts';
import { type LoginDeps, loginRoutes } from './login-routes.ts';

/** Comes after every way to sign in, so that its route knows all of them. */
export const loginRoom = defineRoom({
  name: 'login',
  open: (deps: LoginDeps) => ({ routes: loginRoutes(deps) }),
});
