/** An issuer whose values are known. */
export interface KnownIssuer {
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
