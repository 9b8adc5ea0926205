import { defineRoom } from '../../platform/room/define-room.ts';
import { passwordResetActions } from './password-reset-actions.ts';
import { passwordResetMails } from './password-reset-mails.ts';
import { type PasswordResetDeps, passwordResetRoutes } from './password-reset-routes.ts';

export const passwordResetRoom = defineRoom({
  name: 'password-reset',
  auditActions: passwordResetActions,
  mails: passwordResetMails,
  open: (deps: PasswordResetDeps) => ({ routes: passwordResetRoutes(deps) }),
});
