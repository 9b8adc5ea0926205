import { listAccounts } from '../../accounts/users/find-account.ts';
import { type Account, STATUSES } from '../../accounts/users/user.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { defineCommand, UsageError } from './command.ts';
import { withStore } from './operator-store.ts';
import { getTenant, readChoice } from './person-argument.ts';
import { alignedColumns } from './text-columns.ts';

const USUAL_PAGE = 50;
const LARGEST_PAGE = 1000;

export const listUsersCommand = defineCommand({
  name: 'user list',
  summary: 'Lists people in the order of their ids, without deleted ones unless --status asks for them.',
  options: {
    tenant: { kind: 'text', placeholder: 'slug', about: 'Only of this tenant.' },
    role: { kind: 'text', placeholder: 'role', about: `Only ${ROLES.join(', ')}.` },
    status: { kind: 'text', placeholder: 'status', about: `Only ${STATUSES.join(', ')}.` },
    limit: {
      kind: 'text',
      placeholder: 'number',
      about: `How many; by default ${USUAL_PAGE}, at most ${LARGEST_PAGE}.`,
    },
    after: { kind: 'text', placeholder: 'id', about: 'Begins after this id, the last one of the previous page.' },
  },
  run: ({ tenant, role, status, limit = String(USUAL_PAGE), after = '0' }) => {
    const page = {
      role: readChoice('role', role, ROLES),
      status: readChoice('status', status, STATUSES),
      limit: readCount('limit', limit, { least: 1, most: LARGEST_PAGE }),
      after: readCount('after', after, { least: 0, most: Number.MAX_SAFE_INTEGER }),
    };
    return withStore(async ({ database }) => {
      const tenantId = tenant === undefined ? undefined : (await getTenant(database.read, tenant)).id;
      const people = await listAccounts(database.read, { ...page, tenantId, limit: page.limit + 1 });
      const shown = people.slice(0, page.limit);
      console.log(alignedColumns([HEADER, ...shown.map(rowOf)]));
      if (people.length > shown.length) console.log(`\nMore follow: --after ${shown.at(-1)?.id}`);
    });
  },
});

const HEADER = ['id', 'e-mail', 'name', 'role', 'status', 'last sign-in', 'tenant'];

const rowOf = ({ id, email, full_name, role, status, last_login_at, tenant_name }: Account): string[] => [
  ...[String(id), email, full_name, role, status],
  ...[last_login_at ?? 'never', tenant_name],
];

function readCount(option: string, text: string, { least, most }: { least: number; most: number }): number {
  const count = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least && count <= most))
    throw new UsageError(`--${option} must be a whole number from ${least} to ${most}.`);
  return count;
}
