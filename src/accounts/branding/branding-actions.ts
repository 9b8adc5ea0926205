import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Colour } from '../../platform/kernel/readable-colour.ts';

export const brandingActions = {
  'tenant.color': action<{ color: Colour | null }>(),
  'tenant.logo_upload': action<{ bytes: number }>(),
  'tenant.logo_delete': action(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof brandingActions> {}
}
