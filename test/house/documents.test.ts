// engine: none
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { demoPeople } from '../../demo/demo-people.ts';
import { DEMO_PASSWORD } from '../../demo/demo-tenants.ts';
import { falseClaims } from '../../tools/docs/document-claims.ts';
import { staleDocuments } from '../../tools/docs/generated-documents.ts';
import { plantTree } from './fixture-tree.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('documents', () => {
  it('that are generated say what the source says', async () => {
    assert.deepEqual(await staleDocuments(ROOT), [], 'run `npm run fix`');
  });

  it('that are missing are stale', async (test) => {
    const expected = [
      'client/service-types.ts',
      '.env.example',
      'docs/configuration.md',
      'docs/errors.md',
      'docs/events.md',
      'docs/personal-data.md',
      'docs/scopes.md',
      'docs/openapi.json',
      'deploy/grafana/iskaznica.json',
    ];
    assert.deepEqual(await staleDocuments(plantTree(test, {})), expected);
  });

  it('written by hand name nothing that does not exist', () => {
    assert.deepEqual(falseClaims(ROOT), []);
  });

  it('written by hand name a demo sign-in that is one', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const named = [...readme.matchAll(/"email": "([^"]+)", "password": "([^"]+)"/g)];
    const shown = demoPeople().filter((person) => person.shown && person.status === 'active');
    assert.ok(named.length > 0);
    for (const [, email = '', password] of named) {
      assert.equal(password, DEMO_PASSWORD);
      assert.ok(
        shown.some((person) => person.email === email),
        email,
      );
    }
  });

  it('are told apart from ones that name what is not there', (test) => {
    const root = plantTree(test, {
      'package.json': '{ "scripts": { "demo": "", "iskaznica": "" } }',
      'README.md':
        'Run `npm run demo`, [read on](docs/more.md), set `SVC_PORT`, then `npm run iskaznica -- keys rotate`.',
      'docs/more.md':
        '`npm run deploy`, `npm run iskaznica -- keys forge`, [back](README.md), `SVC_PROT`, `SVC_PORT_FILE`',
    });
    assert.deepEqual(falseClaims(root), [
      'docs/more.md: deploy is no script of package.json',
      'docs/more.md: keys forge is no command of the service',
      'docs/more.md: SVC_PROT is no setting',
      'docs/more.md: SVC_PORT_FILE is no setting',
      'docs/more.md: README.md is no file',
    ]);
  });
});
