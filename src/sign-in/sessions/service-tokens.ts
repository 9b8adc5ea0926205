import type { Tx } from '../../platform/database/database.ts';
import { type Clock, epochOf, instantAt } from '../../platform/kernel/clock.ts';
import { inWholeSeconds, minutes } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { opaqueId } from '../../platform/kernel/ids.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { ROLE_OF_SERVICES, type ServiceToken, subjectOfService } from './service-token.ts';
import { addServiceToken, dropServiceToken } from './service-tokens-store.ts';
import { signToken } from './session-token.ts';

export interface SignedServiceToken {
  readonly access_token: string;
  /** In seconds. */
  readonly expires_in: number;
}

/** Creates records of service tokens, and signs the token of a record. */
export interface ServiceTokens {
  plan(wanted: Pick<ServiceToken, 'application_id' | 'secret_digest' | 'scopes'>): ServiceToken;
  /** From the commit on the token is accepted. */
  add(tx: Tx, record: ServiceToken): Promise<void>;
  /** False when that service has no such token. */
  end(tx: Tx, token: Pick<ServiceToken, 'jti' | 'application_id'>): Promise<boolean>;
  sign(record: ServiceToken, tenantId: TenantId): SignedServiceToken;
}

export const serviceTokens = (
  keys: Keyring,
  clock: Clock,
  issuer: string,
  { accessMinutes }: { readonly accessMinutes: number },
): ServiceTokens => ({
  plan: (wanted) => {
    const now = Math.floor(clock.now() / 1000) * 1000; // claims hold whole seconds
    const times = { issued_at: instantAt(now), expires_at: instantAt(now + minutes(accessMinutes)) };
    return { ...wanted, ...times, jti: opaqueId(), kid: keys.signing().kid };
  },
  add: addServiceToken,
  end: dropServiceToken,
  sign: ({ jti, kid, application_id, scopes, issued_at, expires_at }, tenantId) => {
    const key = keys.findSigning(kid);
    if (key === undefined) throw new Error(`The signing key ${kid} of a new service token is gone`);
    const claims = {
      iss: issuer,
      aud: issuer,
      sub: subjectOfService(application_id),
      client_id: application_id, // RFC 9068 §2.2
      scope: scopes.join(' '),
      sid: jti,
      jti,
      tenant_id: tenantId,
      role: ROLE_OF_SERVICES,
      tier: tierOf(ROLE_OF_SERVICES),
      typ: 'access' as const,
      iat: epochOf(issued_at) / 1000,
      exp: epochOf(expires_at) / 1000,
    };
    return { access_token: signToken(claims, key), expires_in: inWholeSeconds(epochOf(expires_at) - clock.now()) };
  },
});
