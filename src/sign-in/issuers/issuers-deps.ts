import type { Logger } from 'pino';
import type { Registry } from '../../platform/room/platform.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import type { Issuers } from './issuers.ts';

export interface OidcDeps extends SignInDeps, Pick<Registry, 'findUsersWithWayIn'> {
  readonly issuers: Issuers;
  readonly publicUrl: string;
  readonly log: Logger;
}
