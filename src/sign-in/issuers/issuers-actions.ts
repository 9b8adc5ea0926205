import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { CheckProblem } from './issuer-check.ts';

type ProviderNamed = Pick<IdentityProvider, 'key' | 'issuer'>;
type Changed = Partial<Pick<IdentityProvider, 'name' | 'client_id' | 'scopes' | 'linking' | 'domains'>>;

export const issuersActions = {
  'identity_provider.create': action<ProviderNamed & Pick<IdentityProvider, 'name' | 'linking' | 'domains'>>({
    group: 'service',
    act: { hr: 'dodana vanjska prijava', en: 'identity provider added' },
    deed: { en: 'added an identity provider' },
  }),
  'identity_provider.update': action<ProviderNamed & { changed: Changed; secret_replaced: boolean }>({
    group: 'service',
    act: { hr: 'promijenjena vanjska prijava', en: 'identity provider changed' },
    deed: { en: 'changed an identity provider' },
  }),
  'identity_provider.delete': action<ProviderNamed & Pick<IdentityProvider, 'name'>>({
    group: 'service',
    act: { hr: 'uklonjena vanjska prijava', en: 'identity provider removed' },
    deed: { en: 'removed an identity provider' },
  }),
  'identity_provider.test': action<ProviderNamed & { ok: boolean; problem?: CheckProblem }>({
    group: 'service',
    act: { hr: 'provjerena veza vanjske prijave', en: 'identity provider tested' },
    deed: { en: 'tested an identity provider' },
  }),
  'identity.login': action<{ sid: string; second_factor: boolean; provider: string; linked: boolean }>({
    group: 'signIn',
    act: { hr: 'prijava vanjskim računom', en: 'signed in with an external account' },
    deed: { en: 'signed in with an external account' },
  }),
  'identity.link': action<{ provider: string; first_use: boolean }>({
    group: 'own',
    act: { hr: 'povezan vanjski račun', en: 'external account linked' },
    deed: { en: 'linked an external account' },
  }),
  'identity.unlink': action<{ provider: string }>({
    group: 'own',
    act: { hr: 'uklonjena veza s vanjskim računom', en: 'external account unlinked' },
    deed: { hr: 'uklonjena veza s vanjskim računom{{of}}', en: 'unlinked an external account{{of}}' },
  }),
  'google.login': action<{ sid: string; second_factor: boolean; linked: boolean }>({
    group: 'signIn',
    act: { hr: 'prijava Googleovim računom', en: 'signed in with Google' },
    deed: { en: 'signed in with Google' },
  }),
  'google.link': action<{ first_use: boolean }>({
    group: 'own',
    act: { hr: 'povezan Googleov račun', en: 'Google account linked' },
    deed: { en: 'linked a Google account' },
  }),
  'google.unlink': action({
    group: 'own',
    act: { hr: 'uklonjena veza s Googleovim računom', en: 'Google account unlinked' },
    deed: { hr: 'uklonjena veza s Googleovim računom{{of}}', en: 'unlinked a Google account{{of}}' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof issuersActions> {}
}
