import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { CheckProblem } from './issuer-check.ts';

type Told = Pick<IdentityProvider, 'key' | 'issuer'>;
type Changed = Partial<Pick<IdentityProvider, 'name' | 'client_id' | 'scopes' | 'linking' | 'domains'>>;

export const issuersActions = {
  'identity_provider.create': action<Told & Pick<IdentityProvider, 'name' | 'linking' | 'domains'>>(),
  'identity_provider.update': action<Told & { changed: Changed; secret_replaced: boolean }>(),
  'identity_provider.delete': action<Told & Pick<IdentityProvider, 'name'>>(),
  'identity_provider.test': action<Told & { ok: boolean; problem?: CheckProblem }>(),
  'identity.login': action<{ sid: string; second_factor: boolean; provider: string; linked: boolean }>(),
  'identity.link': action<{ provider: string; first_use: boolean }>(),
  'identity.unlink': action<{ provider: string }>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof issuersActions> {}
}
