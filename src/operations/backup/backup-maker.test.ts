// engine: both
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '../../../test/support/operator-command.ts';
import { seedStore } from '../../../test/support/seeded-store.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { rehearse } from '../../entry/cli/rehearse-backup.ts';
import { isOurBreak } from '../../platform/audit/chain-break.ts';
import { Secret } from '../../platform/kernel/secret.ts';
import { archiveWriter, readArchive } from './backup-archive.ts';
import { openSealed, readSealedHead, type SealedHead, sealedFile, sealedWriter } from './sealed-file.ts';

const PASSPHRASE = 'Vx7pQ2mLz9Kt4RbN8wYs3HcJ6gFdU5aE';

async function startKept(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-kopije-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const store = await seedStore(t, {
    people: 1,
    env: { SVC_BACKUP_DIR: folder, SVC_BACKUP_PASSPHRASE: PASSPHRASE },
  });
  const made = await runCommand('backup create', store.env);
  const [, path = ''] = /^(\S+\.backup): /m.exec(made.out) ?? [];
  const [, fingerprint = ''] = /Signed by (\S+)\.$/m.exec(made.out) ?? [];
  assert.ok(path !== '' && fingerprint !== '', made.out + made.err);
  return { ...store, folder, path, fingerprint };
}

type Entries = Map<string, Buffer>;

/** What somebody does who knows the passphrase: opens a backup, changes it, and seals it again. */
async function forge(path: string, change: (entries: Entries, head: SealedHead) => SealedHead): Promise<string> {
  const passphrase = new Secret(PASSPHRASE);
  const source = await sealedFile(path);
  const entries: Entries = new Map();
  await readArchive(openSealed(source, passphrase), async ({ path: name }, content) => {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    entries.set(name, Buffer.concat(pieces));
  });
  const head = change(entries, await readSealedHead(source));
  const forged = path.replace(/Z\.backup$/, '9Z.backup');
  writeFileSync(forged, '');
  const { made_at, version, dump, number } = head;
  const sealed = await sealedWriter((bytes) => appendFile(forged, bytes), passphrase, {
    made_at,
    version,
    dump,
    number,
  });
  const archive = archiveWriter(sealed);
  for (const [name, content] of entries) await archive.add({ path: name, size: content.length }, [content]);
  await sealed.end();
  return forged;
}

/** Signs the manifest by a key of the forger's own. */
function signByAnother(entries: Entries, head: SealedHead): SealedHead {
  const { manifest, wrapped_key } = JSON.parse(entries.get('manifest.json')?.toString() ?? '');
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = Buffer.from(`iskaznica-backup-manifest-v1\n${JSON.stringify(manifest)}`);
  const signature = sign(null, text, privateKey).toString('base64url');
  const key = createPublicKey(privateKey).export({ format: 'jwk' });
  entries.set('manifest.json', Buffer.from(JSON.stringify({ manifest, wrapped_key, key, signature })));
  return head;
}

test('a backup that somebody else signed who knows the passphrase is refused, with the secret or by its fingerprint', {
  timeout: 240_000,
}, async (t) => {
  const kept = await startKept(t);
  const verified = await runCommand(`backup verify ${kept.path}`, kept.env);
  assert.match(verified.out, new RegExp(`Made by this service: .* signing-1, ${kept.fingerprint}\\.`), verified.err);
  const forged = await forge(kept.path, signByAnother);

  const empty = await createTestStore();
  t.after(() => empty.remove());
  const elsewhere = { ...kept.env, ...empty.env };
  const { SVC_SECRET: secret = '', SVC_DATABASE_URL: _, ...secretless } = elsewhere; // nodes that share a store must be given a secret
  const unknown = await runCommand(`backup verify ${forged}`, secretless);
  assert.match(unknown.out, /NOT known who made it/, 'without the secret nothing is claimed');
  const told = await runCommand(`backup verify ${kept.path} --fingerprint ${kept.fingerprint}`, secretless);
  assert.match(told.out, /the given fingerprint/);
  const other = await runCommand(`backup verify ${forged} --fingerprint ${kept.fingerprint}`, secretless);
  assert.deepEqual([other.code, /another key signed it/.test(other.err)], [1, true]);

  if (secret === '') copyFileSync(join(kept.dataDir, 'secret'), join(empty.dataDir, 'secret'));
  for (const command of [`verify ${forged}`, `rehearse --file ${forged}`, `restore ${forged}`]) {
    const refused = await runCommand(`backup ${command}`, elsewhere);
    assert.deepEqual([refused.code, /the secret here did not sign it/.test(refused.err)], [1, true], refused.err);
  }
  const restored = await runCommand(`backup restore ${kept.path}`, elsewhere);
  assert.equal(restored.code, 0, `nothing was changed by the refusals: ${restored.err}`);
});

test('another head around a genuine content is found', { timeout: 240_000 }, async (t) => {
  const kept = await startKept(t);
  for (const change of [{ number: 900 }, { version: '9.9.9' }]) {
    const forged = await forge(kept.path, (_entries, head) => ({ ...head, ...change }));
    const refused = await runCommand(`backup verify ${forged}`, kept.env);
    assert.match(refused.err, /its head differs from its manifest/);
  }
});

test('what a rehearsal signs counts nowhere else: not as a restore, and its key opens under no secret of the service', {
  timeout: 240_000,
}, async (t) => {
  const kept = await startKept(t);
  const { broken, chain } = await rehearse(readSettings(kept.env), await sealedFile(kept.path));
  assert.equal(chain.ok, true);
  const { keys, database } = kept.service;
  await keys.reload();
  assert.equal(isOurBreak(keys, broken), false, broken.kid);
  assert.notEqual(broken.kid, keys.signing().kid);
  const rows = await database.read.selectFrom('data_keys').select('kid').execute();
  assert.ok(!rows.some(({ kid }) => kid === broken.kid), 'the real store never had it');
});
