import { defineTable, json, type ParsedRowOf, text } from '../../platform/database/define-table.ts';
import type { ServiceScope } from '../../platform/http/caller.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { Role } from '../../platform/kernel/role.ts';

/** The upper limit of a service's rights: those of an administrator of its tenant. */
export const ROLE_OF_SERVICES: Role = 'admin';

/** The record of one access token of a service. It is valid only while the service keeps the secret it was issued for. */
export const serviceTokensTable = defineTable(
  'service_tokens',
  {
    jti: text(),
    application_id: text(),
    kid: text(),
    secret_digest: text(),
    scopes: json<readonly ServiceScope[]>(),
    issued_at: text<Instant>(),
    expires_at: text<Instant>(),
  },
  {
    key: 'jti',
    clustered: true,
    indexes: {
      expires_at: 'expires_at',
    },
    personal: { nobody: 'tokens of services' },
  },
);

export type ServiceToken = ParsedRowOf<typeof serviceTokensTable>;

const SUBJECT = 'app:';

export const subjectOfService = (applicationId: string): string => `${SUBJECT}${applicationId}`;

export const isServiceSubject = (sub: string): boolean => sub.startsWith(SUBJECT);
