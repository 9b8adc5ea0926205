import type { ServiceScope } from '../../platform/http/service-scopes.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** The upper limit of a service's rights: those of an administrator of its tenant. */
export const ROLE_OF_SERVICES: Role = 'admin';

/** The record of one access token of a service. It is valid only while the service keeps the secret it was issued for. */
export interface ServiceToken {
  readonly jti: string;
  readonly application_id: string;
  readonly kid: string;
  readonly secret_digest: string;
  readonly scopes: readonly ServiceScope[];
  readonly issued_at: Instant;
  readonly expires_at: Instant;
}

const SUBJECT = 'app:';

export const subjectOfService = (applicationId: string): string => `${SUBJECT}${applicationId}`;

export const isServiceSubject = (sub: string): boolean => sub.startsWith(SUBJECT);
