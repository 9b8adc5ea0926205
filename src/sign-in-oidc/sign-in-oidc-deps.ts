import type { Logger } from 'pino';
import type { Issuers } from '../identity-providers/issuers.ts';
import type { House } from '../room/ground.ts';
import type { SignInDeps } from '../sign-in/sign-in-deps.ts';

export interface OidcDeps extends SignInDeps, Pick<House, 'findUsersWithWayIn'> {
  readonly issuers: Issuers;
  readonly publicUrl: string;
  readonly log: Logger;
}
