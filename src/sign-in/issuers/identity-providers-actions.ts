import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { CheckProblem } from './issuer-check.ts';

type Told = Pick<IdentityProvider, 'key' | 'issuer'>;
type Changed = Partial<Pick<IdentityProvider, 'name' | 'client_id' | 'scopes' | 'linking' | 'domains'>>;

export const identityProviderActions = {
  'identity_provider.create': action<Told & Pick<IdentityProvider, 'name' | 'linking' | 'domains'>>(),
  'identity_provider.update': action<Told & { changed: Changed; secret_replaced: boolean }>(),
  'identity_provider.delete': action<Told & Pick<IdentityProvider, 'name'>>(),
  'identity_provider.test': action<Told & { ok: boolean; problem?: CheckProblem }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof identityProviderActions> {}
}
