import { readSettingsOver } from '../src/entry/app/read-settings.ts';
import { defineCommand } from '../src/entry/cli/command.ts';
import type { Service } from '../src/entry/start/service.ts';
import { pagesOfFile } from '../src/people/documents/pages-of-file.ts';
import type { Settings } from '../src/platform/config/settings.ts';
import { sqliteFile } from '../src/platform/database/open-sqlite.ts';
import { demoPeople } from './demo-people.ts';
import { DEMO_PASSWORD } from './demo-tenants.ts';
import { demoWelcome } from './demo-welcome.ts';
import { seedDemo } from './seed-demo.ts';

export const demoCommand = defineCommand({
  name: 'demo',
  summary: 'Serves with invented people, in ./data/demo unless SVC_DATA_DIR or SVC_DATABASE_URL say otherwise.',
  options: {},
  run: async () => {
    const { serve } = await import('../src/entry/start/serve.ts');
    const people = demoPeople();
    let madeInMs: number | undefined;
    const prepare = async (opened: Service) => {
      const { database, clock, passwords, settings, files, server } = opened;
      const begun = performance.now();
      const made = await seedDemo({
        database,
        people,
        invitations: opened,
        now: clock.now(),
        hashPassword: () => passwords.hash(DEMO_PASSWORD),
        policyVersion: settings.privacy.policyVersion,
        shelf: { files, pagesOfFile: pagesOfFile(), log: server.log },
      });
      if (made) madeInMs = performance.now() - begun;
    };
    const service = await serve(demoSettings(), { prepare });
    console.log(demoWelcome({ ...placeOf(service), people, madeInMs }));
  },
});

/** The log would bury what is printed. */
const DEFAULTS = { SVC_DATA_DIR: './data/demo', SVC_LOG_LEVEL: 'warn' };

/** The configured first administrator is ignored, since the demo has its own. */
function demoSettings(): Settings {
  const settings = readSettingsOver(DEFAULTS);
  return { ...settings, firstAdmin: { ...settings.firstAdmin, adminEmail: '', adminPassword: undefined } };
}

function placeOf({ settings }: Service): { base: string; store: string } {
  const { publicUrl, dataDir } = settings.server;
  return { base: publicUrl, store: settings.storage.databaseUrl ? 'PostgreSQL' : sqliteFile(dataDir) };
}
