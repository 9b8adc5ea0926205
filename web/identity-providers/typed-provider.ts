import type { IdentityProvider } from '../../client/wire-types.ts';
import { type IssuerChoice, KNOWN_ISSUERS, type KnownIssuer } from './known-issuers.ts';

/** What is typed into the form of a provider, but for its secret. */
export interface TypedProvider {
  /** Whose accounts; empty until somebody has chosen, and for an issuer that exists. */
  readonly choice: IssuerChoice | '';
  /** The id of a directory at Microsoft. */
  readonly directory: string;
  readonly key: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
  readonly links: boolean;
  readonly domains: string;
}

export const blankProvider = (provider?: IdentityProvider): TypedProvider => ({
  choice: '',
  directory: '',
  key: provider?.key ?? '',
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  clientId: provider?.client_id ?? '',
  scopes: provider?.scopes.join(' ') ?? 'openid profile email',
  links: provider?.linking === 'verified_email',
  domains: provider?.domains.join(', ') ?? '',
});

const words = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

/** What of it is sent, whether it is added or changed. */
export const bodyOf = ({ name, clientId, scopes, links, domains }: TypedProvider) => ({
  name: name.trim(),
  client_id: clientId.trim(),
  scopes: words(scopes),
  linking: links ? ('verified_email' as const) : ('never' as const),
  domains: words(domains),
});

/** What the choice fills in. */
export function filledFor(choice: IssuerChoice): Partial<TypedProvider> {
  const known: KnownIssuer = KNOWN_ISSUERS[choice];
  return { choice, name: known.name, key: known.key, issuer: known.issuer ?? '' };
}

/** What the id of a directory at Microsoft fills in; its issuer has it in its address. */
export const filledForDirectory = (directory: string): Partial<TypedProvider> => ({
  directory,
  issuer:
    directory.trim() === '' ? '' : `https://login.microsoftonline.com/${encodeURIComponent(directory.trim())}/v2.0`,
});
