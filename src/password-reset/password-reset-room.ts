import { defineRoom } from '../room/define-room.ts';
import { type PasswordResetParts, passwordResetRoutes } from './password-reset-routes.ts';

export const passwordResetRoom = defineRoom({
  name: 'password-reset',
  open: (deps: PasswordResetParts) => ({ routes: passwordResetRoutes(deps) }),
});
