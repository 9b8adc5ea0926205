import { type Expression, sql } from 'kysely';
import { idsBelow } from '../../accounts/tenants/tenant-tree-store.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { jsonColumns } from '../../platform/database/json-column.ts';
import { type Lookup, preparedLookup } from '../../platform/database/prepared-statement.ts';
import type { ServiceToken, serviceTokensTable } from './service-token.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    service_tokens: TableOf<typeof serviceTokensTable>;
  }
}

const json = jsonColumns('scopes', 'registered');

const reached = sql<string | null>`case applications.reach when 'below' then ${idsBelow('applications.tenant_id')} end`;

export async function addServiceToken(tx: Tx, token: ServiceToken): Promise<void> {
  await tx.insertInto('service_tokens').values(json.write(token)).execute();
}

/** True for the one caller who removed it. */
export async function dropServiceToken(
  tx: Tx,
  { jti, application_id }: Pick<ServiceToken, 'jti' | 'application_id'>,
): Promise<boolean> {
  const dropped = tx
    .deleteFrom('service_tokens')
    .where('jti', '=', jti)
    .where('application_id', '=', application_id)
    .returning('jti');
  return (await dropped.executeTakeFirst()) !== undefined;
}

/** Returns no row if the service has ended or has another secret, or the token's key was revoked. */
const selectServiceTokens = preparedLookup((db, jti: string | Expression<string>) =>
  db
    .selectFrom('service_tokens')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.id', '=', 'service_tokens.application_id')
        .onRef('applications.secret_digest', '=', 'service_tokens.secret_digest'),
    )
    .innerJoin('data_keys', 'data_keys.kid', 'service_tokens.kid')
    .select(['service_tokens.application_id', 'service_tokens.kid', 'service_tokens.jti', 'service_tokens.scopes'])
    .select(['applications.name', 'applications.tenant_id', 'applications.ends_at'])
    .select('applications.scopes as registered')
    .select(reached.as('reached'))
    .where('service_tokens.jti', '=', jti)
    .where('applications.kind', '=', 'service')
    .where('data_keys.revoked_at', 'is', null),
);

type StoredRow = NonNullable<Awaited<ReturnType<typeof selectServiceTokens.one>>>;
const asRow = (stored: StoredRow) => json.read(stored);
export type ServiceTokenRow = ReturnType<typeof asRow>;

/** Records of tokens by `jti`, each with the current registration of its service. */
export const serviceTokens: Lookup<string, ServiceTokenRow> = {
  one: async (db, jti) => {
    const stored = await selectServiceTokens.one(db, jti);
    return stored && asRow(stored);
  },
  several: async (db, jtis) => (await selectServiceTokens.several(db, jtis)).map(asRow),
};

/** For a restored backup, in which a service may have an old secret: all must request new tokens. Returns how many. */
export async function dropAllServiceTokens(tx: Tx): Promise<number> {
  return Number((await tx.deleteFrom('service_tokens').executeTakeFirstOrThrow()).numDeletedRows);
}
