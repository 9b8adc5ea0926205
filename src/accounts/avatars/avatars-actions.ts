import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const avatarActions = {
  'profile.avatar_upload': action<{ format: string; bytes: number }>(),
  'profile.avatar_delete': action(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof avatarActions> {}
}
