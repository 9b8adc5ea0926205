import type { Logger } from 'pino';
import type { House } from '../../platform/room/ground.ts';
import type { SignInDeps } from '../login/sign-in-deps.ts';
import type { Issuers } from './issuers.ts';

export interface OidcDeps extends SignInDeps, Pick<House, 'findUsersWithWayIn'> {
  readonly issuers: Issuers;
  readonly publicUrl: string;
  readonly log: Logger;
}
