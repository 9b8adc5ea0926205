import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';

export const passkeyActions = {
  'passkey.add': action<{ passkey_id: number; synced: boolean; purpose?: 'second_step' }>(),
  'passkey.remove': action<{ passkey_id: number } | { removed: number }>(),
  'passkey.rename': action<{ passkey_id: number }>(),
  'passkey.refuse': action<{ passkey_id: number; counter: number; stored: number }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof passkeyActions> {}
}
