/** A file, then the lines in it that the rule refuses; without any it must allow all of it. */
type Planted = string | readonly [text: string, ...refused: number[]];

const imports = (...specifiers: string[]): string =>
  specifiers.map((from) => `import { a } from '${from}';\n`).join('');

const merged = (...modules: string[]): string => modules.map((name) => `declare module '${name}' {}\n`).join('');

const SCHEMA = `declare module '../../platform/database/schema.ts' {\n  interface Schema {\n    users: User;\n  }\n}`;

/** For each rule a small repository, with what it refuses and what it must not refuse. */
export const HOUSE_RULE_CASES: Readonly<Record<string, Readonly<Record<string, Planted>>>> = {
  placement: {
    'src/people/lounge/chairs.ts': ['', 1],
    'src/people/lounge/sofas.ts': '',
    'src/loose.ts': ['', 1],
    'src/entry/app/inner.ts': '',
    'src/platform/counters/window.ts': '',
    'src/people/own-account/read-me.ts': '',
    'src/entry/cli/doctor.ts': '',
  },
  layers: {
    // upwards, to a sibling, to a later room, out of src, to a test
    'src/platform/config/settings.ts': [imports('../database/database.ts'), 1],
    'src/platform/mail/outbox.ts': [imports('../jobs/lease.ts', '../audit/record.ts'), 2],
    'src/accounts/users/users.ts': [
      `${imports('../../sign-in/sessions/end.ts', '../../sign-in/lockout/lock.ts', '../../entry/app/app.ts')}import type {
  B } from '../permissions/actor.ts';\nexport * from '../../../test/support/fake.ts';\nawait import('./users.test.ts');`,
      ...[1, 2, 3, 5, 6, 7],
    ],
    // down, within a folder, packages, data; an import in a comment or a string is none; a test enters through the front door
    'src/accounts/users/user-name.ts': imports('../../platform/http/gate.ts', './users.ts', 'fastify', 'node:fs'),
    'src/accounts/users/users.test.ts': imports('../../entry/app/app.ts', '../../../test/support/fake.ts'),
    'src/people/own-account/login.ts': imports('../../sign-in/login/sign-in.ts', '../../accounts/users/users.ts'),
    'src/platform/counters/redis-counter.ts': imports('../database/database.ts', '../config/settings.ts'),
    'src/entry/app/app.ts': imports('../../sign-in/login/login.ts', '../../../package.json'),
    'src/main.ts': imports('./entry/app/app.ts'),
    'src/cli.ts': imports('./main.ts', './entry/app/app.ts', './entry/cli/doctor.ts'),
    'src/entry/cli/doctor.ts': `${imports('../app/app.ts')}declare module '../../nowhere/at-all.ts' {}`,
    'src/platform/kernel/text.ts': `// import '../../app.ts'\n/* import '../../app.ts' */ const a = "import '../../app.ts'";`,
    // privacy knows no room that holds something about people
    'src/privacy/personal-data/erase.ts': [
      imports('../../accounts/users/users.ts', '../../platform/mail/outbox.ts', '../../sign-in/sessions/end.ts'),
      3,
    ],
    // the pages: upwards, to a sibling, to another page, without a place, from outside
    'web/loose.ts': ['', 1],
    'web/i18n/texts.ts': [imports('../components/table.tsx'), 1],
    'web/people/names.ts': [
      imports('../audit-sentences/sentence.ts', '../layout/sidebar.tsx', '../components/table.tsx'),
      ...[1, 2],
    ],
    'web/components/table.tsx': [`await import('../mails/mails-page.tsx');`, 1],
    'web/layout/sidebar.tsx': [imports('../router.tsx'), 1],
    'web/overview/figures.tsx': [imports('./bars.tsx', '../mails/mail-row.tsx', '../people/names.ts'), 2],
    'tools/build.ts': [imports('../web/main.tsx'), 1],
    'src/platform/server/pages.ts': [imports('../../../web/routing/page-paths.ts'), 1],
    'web/main.tsx': imports('./router.tsx', './styles/page.css'),
    'web/router.tsx': imports('./mails/mails-page.tsx', './overview/figures.tsx', './layout/sidebar.tsx'),
    'web/vite.config.ts': imports('./routing/page-paths.ts'),
    'test/house/texts.test.ts': imports('../../web/i18n/texts.ts'),
    // client and pages: types of the service, and for the pages its words
    'client/client.ts': [
      imports('../src/platform/kernel/durations.ts', '../test/support/fake.ts', '../web/auth/service.ts'),
      ...[1, 2, 3],
    ],
    'client/words.ts': [imports('../src/platform/words/mail-words.ts'), 1],
    'web/mails/mail-row.tsx': [
      `import { type A, b } from '../../src/platform/mail/mail.ts';\nimport('../../src/platform/mail/mail.ts');`,
      ...[1, 2],
    ],
    'web/mails/mail-sheet.tsx': `import type { A } from '../../src/platform/mail/mail.ts';\n${imports('../../client/client.ts', 'react')}`,
    'web/i18n/catalogues/most-pages/mails.ts': imports('../../../../src/platform/words/mail-words.ts'),
    'client/types.ts': `import type { A } from '../src/platform/kernel/role.ts';\nexport type { B } from '../src/platform/kernel/role.ts';`,
    'client/client.test.ts': imports('../src/platform/kernel/durations.ts', '../test/support/fake.ts'),
  },
  'private-files': {
    'src/people/own-account/own.ts': [
      imports(
        '../../accounts/users/users-store.ts',
        '../../accounts/users/users-routes.ts',
        '../../accounts/users/accounts-store.ts', // shared
      ),
      ...[1, 2],
    ],
    'src/accounts/users/users.ts': [imports('./users-routes.ts'), 1],
    'test/journeys/join.test.ts': [imports('../../src/accounts/users/users-store.ts'), 1],
    'src/entry/app/app.ts': [
      imports(
        '../../accounts/users/users-store.ts',
        '../../accounts/users/users-room.ts',
        '../../platform/server/service-routes.ts',
      ),
      ...[1, 2],
    ],
    'src/sign-in/sessions/sessions-room.ts': [imports('../../accounts/users/users-routes.ts'), 1],
    'src/accounts/users/create-user.ts': imports('./users-store.ts'),
    'src/accounts/users/users.test.ts': imports('./users-store.ts', './users-routes.ts'),
    'src/accounts/users/users-room.ts': imports('./users-routes.ts'),
    'src/entry/app/rooms.ts': imports('../../accounts/users/users-room.ts'),
  },
  'room-declarations': {
    'src/accounts/users/suspend-user.ts': [merged('../../platform/audit/audit-actions.ts'), 1],
    'src/accounts/users/users-mails.ts': [
      merged('../../platform/audit/audit-actions.ts', '../../platform/mail/mail.ts'),
      ...[1, 2], // the second, since the manifest does not list the file
    ],
    'src/accounts/users/users-actions.ts': merged('../../platform/audit/audit-actions.ts'),
    'src/accounts/users/users-settings.ts': merged('../../platform/config/settings.ts'),
    'src/accounts/users/users-room.ts': imports('./users-actions.ts', './users-settings.ts'),
    'src/platform/audit/audit-log.ts': [merged('./audit-actions.ts'), 1],
    'src/accounts/tenants/tenants-settings.ts': [merged('../../platform/config/settings.ts'), 1],
    'src/sign-in/sessions/sessions-room.ts': merged('../../platform/audit/audit-actions.ts'),
  },
  'file-names': {
    // crooked, saying nothing, taken; each of src, web and client may have the names of the others
    'src/platform/keys/dataKey.ts': ['', 1],
    'src/platform/keys/index.ts': ['', 1],
    'src/platform/keys/key.ts': ['', 1],
    'src/accounts/users/common/part.ts': ['', 1],
    'src/accounts/users/key.ts': '',
    'test/support/helpers.ts': ['', 1],
    'client/apiCaller.ts': ['', 1],
    'client/mail-row.tsx': '',
    'client/README.md': '',
    'src/platform/mail/mail-row.tsx': '',
    'web/dist/assets/start-B_x1.js': '',
    'web/index.html': '',
    'web/mails/MailRow.tsx': ['', 1],
    'web/mails/mail-row.tsx': '',
    'web/people/mail-row.tsx': ['', 1],
    'web/people/utils.ts': ['', 1],
    'src/platform/database/0001-first-tables.ts': '',
    'src/platform/kernel/common-passwords.txt': '',
    'src/accounts/users/users.security.test.ts': '',
  },
  'table-owners': {
    'src/accounts/users/users-store.ts': SCHEMA,
    'src/accounts/users/many-users-store.ts': `tx.insertInto('users');`,
    'src/sign-in/sessions/sessions-store.ts': [
      `tx.updateTable('users');\nsql\`delete from users\`;\nadd({ table: 'users' });\ndb.selectFrom('users');`,
      ...[1, 2, 3],
    ],
    'src/platform/database/migrations.ts': `sql\`update users set name = ''\`;`,
  },
  dependencies: {
    'package.json': [
      `{ "dependencies": { "pg": "1.0.0",\n "left-pad": "^1.0.0",\n "ajv": "1.0.0" },\n "devDependencies": { "knip": "6.0.0" } }`,
      ...[1, 2],
    ],
    'docs/decisions/0001-a.md': '`left-pad`, `ajv`',
  },
  lockfile: {
    'package.json': '{ "allowScripts": { "quick": false, "loose": true } }',
    'package-lock.json': [
      `{ "packages": { "": { "optionalDependencies": { "quick": "1.0.0" } },
  "node_modules/quick": { "integrity": "sha512-abc", "optionalDependencies": { "quick-linux-x64": "1.0.0", "rare": "1.0.0" } },
  "node_modules/quick-linux-x64": { "integrity": "sha512-def", "hasInstallScript": true },
  "node_modules/quick/node_modules/rare": { "integrity": "sha512-ghi" },
  "node_modules/absent": { "integrity": "sha512-jkl", "optionalDependencies": { "absent-linux-x64": "1.0.0" } },
  "node_modules/unhashed": { "version": "1.0.0" } } }`,
      ...[3, 5, 6],
    ],
  },
};
