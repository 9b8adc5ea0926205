import type { FastifyRequest } from 'fastify';
import { type TObject, Type } from 'typebox';
import type { Route } from '../http/define-route.ts';
import { idOf } from '../http/wire.ts';
import { AppError } from '../kernel/app-error.ts';

/** Whether it may be restricted to one tenant. */
export const filtersByTenant = ({ request }: Pick<Route, 'request'>): boolean =>
  membersOfQuery(request.query).tenant_id !== undefined;

/** The schema of the query: wherever `tenant_id` is a filter, `tenant` is accepted too. */
export function querySchema(route: Pick<Route, 'request'>): Route['request']['query'] {
  const { query } = route.request;
  if (query === undefined || !filtersByTenant(route)) return query;
  return { ...query, properties: { ...membersOfQuery(query), tenant: SAME } };
}

const SAME = Type.Optional(idOf({ description: 'The same as `tenant_id`' }));

const membersOfQuery = (query: Route['request']['query']): TObject['properties'] =>
  (query as TObject | undefined)?.properties ?? {}; // schemas of queries are objects: they name parameters

/** Leaves one name to handlers. @throws AppError `request.tenant` (400) when two different tenants are named */
export async function readTenant(request: FastifyRequest): Promise<void> {
  const query = request.query as { tenant_id?: number; tenant?: number }; // validated by `querySchema`
  const { tenant, tenant_id = tenant } = query;
  if (tenant === undefined) return;
  if (tenant !== tenant_id) throw new AppError('request.tenant');
  query.tenant_id = tenant;
  delete query.tenant;
}
