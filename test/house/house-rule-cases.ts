import type { Files } from './fixture-tree.ts';

export interface HouseRuleCase {
  readonly rule: string;
  readonly about: string;
  /** The `file:line` of each violation of this rule; none means clean. */
  readonly expected: readonly string[];
  readonly files: Files;
}

const imports = (...specifiers: string[]): string =>
  specifiers.map((from) => `import { a } from '${from}';\n`).join('');

export const HOUSE_RULE_CASES: readonly HouseRuleCase[] = [
  {
    rule: 'placement',
    about: 'a folder and a file the map does not know',
    expected: ['src/loose.ts:1', 'src/people/lounge/chairs.ts:1'],
    files: {
      'src/people/lounge/chairs.ts': '',
      'src/people/lounge/sofas.ts': '',
      'src/loose.ts': '',
      'src/entry/app/inner.ts': '',
    },
  },
  {
    rule: 'placement',
    about: 'floors, rooms and the top',
    expected: [],
    files: {
      'src/platform/kernel/clock.ts': '',
      'src/platform/counters/window.ts': '',
      'src/people/own-account/read-me.ts': '',
      'src/entry/cli/doctor.ts': '',
    },
  },
  {
    rule: 'layers',
    about: 'upwards, to a sibling floor, to a later room, out of src and to a test',
    expected: [
      'src/platform/config/settings.ts:1',
      'src/platform/mail/outbox.ts:2',
      'src/accounts/users/users.ts:1',
      'src/accounts/users/users.ts:2',
      'src/accounts/users/users.ts:3',
      'src/accounts/users/users.ts:7',
      'src/accounts/users/users.ts:5',
      'src/accounts/users/users.ts:6',
    ],
    files: {
      'src/platform/config/settings.ts': imports('../database/database.ts'),
      'src/platform/mail/outbox.ts': imports('../jobs/lease.ts', '../audit/record.ts'),
      'src/accounts/users/users.ts': `${imports('../../sign-in/sessions/end.ts', '../../sign-in/lockout/lock.ts', '../../entry/app/app.ts')}import type {
  B } from '../policy/actor.ts';\nexport * from '../../../test/support/fake.ts';\nawait import('./users.test.ts');`,
    },
  },
  {
    rule: 'layers',
    about: 'downwards, within a folder, packages, and a test that goes through the front door',
    expected: [],
    files: {
      'src/accounts/users/users.ts': imports(
        '../../platform/http/gate.ts',
        '../../platform/kernel/clock.ts',
        './user-name.ts',
        'fastify',
        'node:fs',
      ),
      'src/accounts/users/users.test.ts': imports(
        '../../entry/app/app.ts',
        '../../sign-in/sessions/end.ts',
        '../../../test/support/fake.ts',
      ),
      'src/people/own-account/login.ts': imports('../../sign-in/login/sign-in.ts', '../../accounts/users/users.ts'),
      'src/platform/counters/redis-counter.ts': imports('../database/database.ts', '../config/settings.ts'),
      'src/entry/app/app.ts': imports('../../sign-in/login/login.ts', '../../../package.json'),
      'src/main.ts': imports('./entry/app/app.ts'),
      'src/cli.ts': imports('./main.ts', './entry/app/app.ts', './entry/cli/doctor.ts'),
      'src/entry/cli/doctor.ts': `${imports('../app/app.ts')}declare module '../../nowhere/at-all.ts' {}`,
    },
  },
  {
    rule: 'layers',
    about: 'an import in a comment or in a string is none',
    expected: [],
    files: {
      'src/platform/kernel/text.ts': `// import '../../app.ts'\n/* import '../../app.ts' */ const a = "import '../../app.ts'";`,
    },
  },
  {
    rule: 'private-files',
    about: 'stores from outside, routes and rooms from anywhere but their place',
    expected: [
      'src/people/own-account/own.ts:1',
      'src/people/own-account/own.ts:2',
      'src/accounts/users/users.ts:1',
      'test/journeys/join.test.ts:1',
      'src/entry/app/app.ts:1',
      'src/entry/app/app.ts:2',
      'src/sign-in/sessions/sessions-room.ts:1',
    ],
    files: {
      'src/people/own-account/own.ts': imports(
        '../../accounts/users/user-store.ts',
        '../../accounts/users/user-routes.ts',
      ),
      'src/accounts/users/users.ts': imports('./user-routes.ts'),
      'test/journeys/join.test.ts': imports('../../src/accounts/users/user-store.ts'),
      'src/entry/app/app.ts': imports('../../accounts/users/user-store.ts', '../../accounts/users/users-room.ts'),
      'src/sign-in/sessions/sessions-room.ts': imports('../../accounts/users/user-routes.ts'),
    },
  },
  {
    rule: 'private-files',
    about: 'its own room, its own tests, the list of rooms, and the routes of the server',
    expected: [],
    files: {
      'src/accounts/users/create-user.ts': imports('./user-store.ts'),
      'src/accounts/users/users.test.ts': imports('./user-store.ts', './user-routes.ts'),
      'src/accounts/users/users-room.ts': imports('./user-routes.ts'),
      'src/entry/app/rooms.ts': imports('../../accounts/users/users-room.ts'),
      'src/entry/app/app.ts': imports('../../platform/server/service-routes.ts'),
    },
  },
  {
    rule: 'room-declarations',
    about: 'actions, mails and settings outside their file, or in one that the room does not list',
    expected: [
      'src/accounts/users/suspend-user.ts:1',
      'src/accounts/users/users-mails.ts:1',
      'src/accounts/users/users-mails.ts:2',
      'src/platform/audit/audit-log.ts:1',
      'src/accounts/tenants/tenants-settings.ts:1',
    ],
    files: {
      'src/accounts/users/suspend-user.ts': "declare module '../../platform/audit/audit-actions.ts' {}",
      'src/accounts/users/users-mails.ts':
        "declare module '../../platform/audit/audit-actions.ts' {}\ndeclare module '../../platform/mail/mail.ts' {}",
      'src/accounts/users/users-room.ts': imports('./users-actions.ts'),
      'src/platform/audit/audit-log.ts': "declare module './audit-actions.ts' {}\n",
      'src/accounts/tenants/tenants-settings.ts': "declare module '../../platform/config/settings.ts' {}",
    },
  },
  {
    rule: 'room-declarations',
    about: 'what the manifest of the room lists, or declares itself',
    expected: [],
    files: {
      'src/accounts/tenants/tenants-room.ts': "declare module '../../platform/audit/audit-actions.ts' {}",
      'src/accounts/users/users-actions.ts': "declare module '../../platform/audit/audit-actions.ts' {}",
      'src/accounts/users/users-mails.ts': "declare module '../../platform/mail/mail.ts' {}",
      'src/accounts/users/users-settings.ts': "declare module '../../platform/config/settings.ts' {}",
      'src/accounts/users/users-room.ts': imports('./users-actions.ts', './users-mails.ts', './users-settings.ts'),
    },
  },
  {
    rule: 'privacy',
    about: 'a room that holds something about people',
    expected: ['src/privacy/personal-data/erase.ts:2'],
    files: {
      'src/privacy/personal-data/erase.ts': imports('../../accounts/users/users.ts', '../../sign-in/sessions/end.ts'),
    },
  },
  {
    rule: 'privacy',
    about: 'floors, people and tenants',
    expected: [],
    files: {
      'src/privacy/personal-data/erase.ts': imports(
        '../../accounts/users/users.ts',
        '../../platform/mail/outbox.ts',
        './export.ts',
      ),
    },
  },
  {
    rule: 'web-layers',
    about: 'upwards, to a sibling, a file without a place, and from outside',
    expected: [
      'web/loose.ts:1',
      'web/i18n/texts.ts:1',
      'web/people/names.ts:1',
      'web/people/names.ts:2',
      'web/components/table.tsx:1',
      'web/layout/rail.tsx:1',
      'client/client.ts:1',
      'tools/build.ts:1',
      'src/platform/server/pages.ts:1',
    ],
    files: {
      'web/loose.ts': '',
      'web/i18n/texts.ts': imports('../components/table.tsx'),
      'web/people/names.ts': imports('../audit-sentences/sentence.ts', '../layout/rail.tsx'),
      'web/components/table.tsx': `await import('../mails/mails-page.tsx');`,
      'web/layout/rail.tsx': imports('../router.tsx'),
      'client/client.ts': imports('../web/auth/service.ts'),
      'tools/build.ts': imports('../web/main.tsx'),
      'src/platform/server/pages.ts': imports('../../../web/routing/pages.ts'),
    },
  },
  {
    rule: 'web-layers',
    about: 'downwards, within a folder, styles, and a test about the texts',
    expected: [],
    files: {
      'web/main.tsx': imports('./router.tsx', './styles/page.css'),
      'web/router.tsx': imports('./mails/mails-page.tsx', './layout/rail.tsx'),
      'web/vite.config.ts': imports('./routing/pages.ts'),
      'web/mails/mails-page.tsx': imports('../layout/rail.tsx', '../people/names.ts', './mail-row.tsx', 'react'),
      'web/people/names.ts': imports('../components/table.tsx', '../../client/client.ts'),
      'web/components/table.tsx': imports('../auth/service.ts', '../i18n/texts.ts', '../styles/table.css'),
      'test/house/texts.test.ts': imports('../../web/i18n/texts.ts'),
    },
  },
  {
    rule: 'page-privacy',
    about: 'one page from another',
    expected: ['web/overview/figures.tsx:2'],
    files: { 'web/overview/figures.tsx': imports('./bars.tsx', '../mails/mail-row.tsx') },
  },
  {
    rule: 'page-privacy',
    about: 'what lies below, and the router',
    expected: [],
    files: {
      'web/overview/figures.tsx': imports('../components/table.tsx', '../people/names.ts'),
      'web/router.tsx': imports('./overview/figures.tsx', './mails/mail-row.tsx'),
    },
  },
  {
    rule: 'service-types',
    about: 'code of the service or of the tests, in the client and in the pages',
    expected: [
      ...['client/client.ts:1', 'client/client.ts:2', 'client/words.ts:1'],
      ...['web/mails/mail-row.tsx:1', 'web/mails/mail-row.tsx:2'],
    ],
    files: {
      'client/client.ts': imports('../src/platform/kernel/durations.ts', '../test/support/fake.ts'),
      'client/words.ts': imports('../src/platform/words/mail-words.ts'),
      'web/mails/mail-row.tsx': `import { type A, b } from '../../src/platform/mail/mail.ts';\nimport('../../src/platform/mail/mail.ts');`,
    },
  },
  {
    rule: 'service-types',
    about: 'types, packages, the client and the words for the pages, and tests',
    expected: [],
    files: {
      'web/i18n/catalogues/mails.ts': imports('../../../src/platform/words/mail-words.ts'),
      'client/client.ts': `import type { A } from '../src/platform/kernel/role.ts';\nexport type { B } from '../src/platform/kernel/role.ts';`,
      'client/client.test.ts': imports('../src/platform/kernel/durations.ts', '../test/support/fake.ts'),
      'web/mails/mail-row.tsx': `import type { A } from '../../src/platform/mail/mail.ts';\n${imports('../../client/client.ts', 'react')}`,
    },
  },
  {
    rule: 'file-names',
    about: 'crooked, saying nothing, taken',
    expected: [
      'src/platform/keys/dataKey.ts:1',
      'src/platform/keys/index.ts:1',
      'src/accounts/users/common/part.ts:1',
      'test/support/helpers.ts:1',
      'src/platform/keys/key.ts:1',
    ],
    files: {
      'src/platform/keys/dataKey.ts': '',
      'src/platform/keys/index.ts': '',
      'src/platform/keys/key.ts': '',
      'src/accounts/users/common/part.ts': '',
      'src/accounts/users/key.ts': '',
      'test/support/helpers.ts': '',
    },
  },
  {
    rule: 'file-names',
    about:
      'the same in the pages and in the client; each may have the names of the other, and what is built is not looked at',
    expected: [
      'client/apiCaller.ts:1',
      'web/mails/MailRow.tsx:1',
      'web/people/mail-row.tsx:1',
      'web/people/utils.ts:1',
    ],
    files: {
      'client/apiCaller.ts': '',
      'client/mail-row.tsx': '',
      'src/platform/mail/mail-row.tsx': '',
      'web/dist/assets/start-B_x1.js': '',
      'web/mails/MailRow.tsx': '',
      'web/mails/mail-row.tsx': '',
      'web/people/mail-row.tsx': '',
      'web/people/utils.ts': '',
    },
  },
  {
    rule: 'file-names',
    about: 'words and numbers, several endings, a test beside its subject',
    expected: [],
    files: {
      'src/platform/database/0001-first-tables.ts': '',
      'src/platform/kernel/common-passwords.txt': '',
      'src/accounts/users/users.ts': '',
      'src/accounts/users/users.security.test.ts': '',
      'client/README.md': '',
      'web/index.html': '',
    },
  },
  {
    rule: 'table-owners',
    about: 'a table of another room, through Kysely, in SQL and by its name',
    expected: [
      'src/sign-in/sessions/sessions-store.ts:1',
      'src/sign-in/sessions/sessions-store.ts:2',
      'src/sign-in/sessions/sessions-store.ts:3',
    ],
    files: {
      'src/accounts/users/users-store.ts': `declare module '../../platform/database/schema.ts' {\n  interface Schema {\n    users: User;\n  }\n}`,
      'src/sign-in/sessions/sessions-store.ts': `tx.updateTable('users');\nsql\`delete from users\`;\nadd({ table: 'users' });`,
    },
  },
  {
    rule: 'table-owners',
    about: 'its own table, another one read, and a migration',
    expected: [],
    files: {
      'src/accounts/users/users-store.ts': `declare module '../../platform/database/schema.ts' {\n  interface Schema {\n    users: User;\n  }\n}`,
      'src/accounts/users/many-users-store.ts': `tx.insertInto('users');`,
      'src/sign-in/sessions/sessions-store.ts': `db.selectFrom('users');`,
      'src/platform/database/migrations.ts': `sql\`update users set name = ''\`;`,
    },
  },
  {
    rule: 'dependencies',
    about: 'without a reason, and without one version',
    expected: ['package.json:2', 'package.json:1'],
    files: {
      'package.json': `{ "dependencies": { "pg": "1.0.0",\n "left-pad": "^1.0.0" } }`,
      'docs/decisions/0001-a.md': '`left-pad`',
    },
  },
  {
    rule: 'dependencies',
    about: 'pinned and justified; development has its own reasons',
    expected: [],
    files: {
      'package.json': '{ "dependencies": { "pg": "1.0.0" }, "devDependencies": { "knip": "6.0.0" } }',
      'docs/decisions/0001-a.md': '- `pg`: speaks to PostgreSQL',
    },
  },
  {
    rule: 'lockfile',
    about: 'an entry without a hash, and a platform package that is not there',
    expected: ['package-lock.json:2', 'package-lock.json:3'],
    files: {
      'package-lock.json': `{ "packages": { "": {},
  "node_modules/quick": { "integrity": "sha512-abc", "optionalDependencies": { "quick-linux-x64": "1.0.0" } },
  "node_modules/loose": { "version": "1.0.0" } } }`,
    },
  },
  {
    rule: 'lockfile',
    about: 'a script at install that nobody denied',
    expected: ['package-lock.json:2'],
    files: {
      'package.json': '{ "allowScripts": { "quick": false, "loose": true } }',
      'package-lock.json': `{ "packages": { "node_modules/quick": { "integrity": "sha512-abc", "hasInstallScript": true },
  "node_modules/loose": { "integrity": "sha512-def", "hasInstallScript": true } } }`,
    },
  },
  {
    rule: 'lockfile',
    about: 'every entry with a hash, and every platform package there',
    expected: [],
    files: {
      'package-lock.json': `{ "packages": { "": { "optionalDependencies": { "quick": "1.0.0" } },
  "node_modules/quick": { "integrity": "sha512-abc", "optionalDependencies": { "quick-linux-x64": "1.0.0", "rare": "1.0.0" } },
  "node_modules/quick-linux-x64": { "integrity": "sha512-def" },
  "node_modules/quick/node_modules/rare": { "integrity": "sha512-ghi" } } }`,
    },
  },
];
