import type { TypedProvider } from './typed-provider.ts';

/** An issuer whose values are known. */
interface KnownIssuer {
  readonly name: string;
  readonly key: string;
  /** Its address, where that is the same for everybody. */
  readonly issuer?: string;
}

export const KNOWN_ISSUERS = {
  microsoft: { name: 'Microsoft', key: 'microsoft' },
  'google-workspace': { name: 'Google', key: 'google-workspace', issuer: 'https://accounts.google.com' },
  keycloak: { name: 'Keycloak', key: 'keycloak' },
  other: { name: '', key: '' },
} as const satisfies Record<string, KnownIssuer>;

export type IssuerChoice = keyof typeof KNOWN_ISSUERS;

export const ISSUER_CHOICES = Object.keys(KNOWN_ISSUERS) as IssuerChoice[]; // the type of its keys

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
