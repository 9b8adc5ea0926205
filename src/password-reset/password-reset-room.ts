import { defineRoom } from '../room/define-room.ts';
import { type PasswordResetDeps, passwordResetRoutes } from './password-reset-routes.ts';

export const passwordResetRoom = defineRoom({
  name: 'password-reset',
  open: (deps: PasswordResetDeps) => ({ routes: passwordResetRoutes(deps) }),
});
