import type { UserStatus } from '../src/accounts/users/user.ts';
import { alignedColumns } from '../src/entry/cli/command.ts';
import type { DemoPerson } from './demo-people.ts';
import { DEMO_PASSWORD, DEMO_TENANTS } from './demo-tenants.ts';

export interface Welcome {
  readonly base: string;
  readonly store: string;
  readonly people: readonly DemoPerson[];
  /** Time it took to create the demo; `undefined` when it existed. */
  readonly madeInMs: number | undefined;
}

const SIGN_IN: Readonly<Record<UserStatus, string>> = {
  active: 'signs in',
  invited: '403 account.invited',
  suspended: '403 account.suspended',
  deleted: '401, as if unknown',
};

/** What the terminal shows once the demo serves: address, sign-ins, and a first call to copy and paste. */
export function demoWelcome({ base, store, people, madeInMs }: Welcome): string {
  const made = madeInMs === undefined ? 'kept from an earlier start' : `made in ${(madeInMs / 1000).toFixed(1)} s`;
  const [first] = people.filter(({ shown, role }) => shown && role === 'member');
  return `
Iskaznica, with invented people. Everybody knows their password: let nobody else reach this.

  Pages      ${base}/
  API        ${base}/api
  Reference  ${base}/api/docs  (OpenAPI: ${base}/api/openapi.json)
  Store      ${store}
  People     ${people.length} in ${DEMO_TENANTS.length} tenants, ${made}
  Password   ${DEMO_PASSWORD}  (of every one of them)

${signInTable(people)}

Sign in, from another terminal:

  curl -s ${base}/api/auth/login -H 'content-type: application/json' \\
    -d '{"email": "${first?.email}", "password": "${DEMO_PASSWORD}"}'

Ctrl+C stops. The next start finds everything as you left it.
`;
}

function signInTable(people: readonly DemoPerson[]): string {
  const shown = people.filter((person) => person.shown);
  const sections = DEMO_TENANTS.map(({ name }, index) => {
    const rows = shown.filter(({ tenant }) => tenant === index).map(rowOf);
    return [[name], ...rows];
  });
  return alignedSections(sections.filter((rows) => rows.length > 1));
}

const rowOf = ({ email, role, status, ime, prezime, beyond }: DemoPerson): string[] => [
  ...[`  ${email}`, role, status, SIGN_IN[status], `${ime} ${prezime}${beyond?.remark ? `, ${beyond.remark}` : ''}`],
];

/** All tables share column widths. */
function alignedSections(sections: readonly (readonly string[])[][]): string {
  const titles = sections.map(([title]) => title?.[0] ?? '');
  const lines = alignedColumns(sections.flatMap((rows) => rows.slice(1))).split('\n');
  return sections.map((rows, index) => [titles[index], ...lines.splice(0, rows.length - 1)].join('\n')).join('\n\n');
}
