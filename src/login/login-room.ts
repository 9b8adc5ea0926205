import { defineRoom } from '../room/define-room.ts';
import { type LoginDeps, loginRoutes } from './login-routes.ts';

/** After every way in, so that its route knows all of them. */
export const loginRoom = defineRoom({
  name: 'login',
  open: (deps: LoginDeps) => ({ routes: loginRoutes(deps) }),
});
