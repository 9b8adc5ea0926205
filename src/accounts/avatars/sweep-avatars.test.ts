import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { openAvatarFixture, picture } from '../../../test/support/avatar-fixture.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import { recurringJobs } from '../../platform/jobs/recurring-jobs.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { removeAvatarFiles } from './avatar-files.ts';
import { avatarsPersonalData } from './avatars-room.ts';
import { avatarSweep, sweepAvatars } from './sweep-avatars.ts';
import { uploadAvatar } from './upload-avatar.ts';
import { pictureLine, uploadMemory } from './upload-memory.ts';

const log = pino({ level: 'silent' });

test('files left by a crash are swept, files in use stay', async (t) => {
  const { service, folder, member, upload, urls } = await openAvatarFixture(t);
  const { id, token } = await member();
  const { avatar_url: url } = (await upload(token, await picture())).body;
  const parts = { ...service, files: service.avatarFiles, log };
  const now = service.clock.now();
  const orphans = [
    `${id}_${now - 7}.png`,
    `${id}_${now - 8}.jpg`,
    `.${id}_${now - 9}.part`,
    `999999999999999_${now - 1}.webp`,
  ];
  const strange = ['popis.txt', `${id}_x.png`, `.${id}_1.tmp`];
  for (const name of [...orphans, ...strange]) writeFileSync(join(folder, name), 'x');
  assert.equal(await sweepAvatars(parts, now - minutes(5)), 0);
  service.clock.advance(minutes(6));
  const fresh = `${id}_${service.clock.now() - 1}.png`;
  writeFileSync(join(folder, fresh), 'x');
  assert.equal(await sweepAvatars(parts, service.clock.now() - minutes(5)), orphans.length);
  assert.deepEqual(readdirSync(folder).sort(), [basename(url), fresh, ...strange].sort());
  for (const name of [fresh, ...strange]) assert.ok(urls().includes(`/uploads/avatars/${name}`));
});

test('a start sweeps, and works without a folder', async (t) => {
  const { service, folder } = await openAvatarFixture(t);
  const parts = { ...service, files: service.avatarFiles, log };
  const jobs = recurringJobs(parts);
  await jobs.recur(avatarSweep(parts)).close();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `1_${service.clock.now() - hours(1)}.png`), 'x');
  await jobs.recur(avatarSweep(parts)).close();
  assert.deepEqual(readdirSync(folder), []);
});

test('a file being stored is not swept, and is removed when its transaction fails', async (t) => {
  const { service, member, upload, urls, urlInStore, fetch } = await openAvatarFixture(t);
  const { id, token } = await member();
  const { avatar_url: url } = (await upload(token, await picture())).body;
  await service.audit.forget();
  const bytes = await picture('jpeg');
  const form: Pick<UploadedForm, 'firstFile'> = {
    firstFile: (take) =>
      take(
        (async function* () {
          yield bytes;
        })(),
      ),
  };
  const files = service.avatarFiles;
  const parts = { ...service, files, log, line: pictureLine(), memory: uploadMemory(1e6) };
  const undeclared = byOperator([], nowOf(service.clock)); // recording then throws inside the transaction, after the row was changed
  await assert.rejects(uploadAvatar(parts, undeclared, id, form), /not declared/);
  assert.deepEqual([urls(), await urlInStore(id), (await fetch(url)).statusCode], [[url], url, 200]);
  await files.add(id, { format: 'png', bytes }, async (name) => {
    assert.equal(await sweepAvatars(parts, service.clock.now() + hours(1)), 0);
    assert.ok(urls().includes(`/uploads/avatars/${name}`));
  });
  assert.equal(await sweepAvatars(parts, service.clock.now() + hours(1)), 1);
  assert.deepEqual([urls(), await service.audit.take()], [[url], []]);
});

test('an erasure clears the row and then the folder, also for a deleted user', async (t) => {
  const { service, folder, member, upload, urls, urlInStore } = await openAvatarFixture(t);
  const [ana, ivo] = [await member(), await member()];
  for (const { token } of [ana, ivo]) await upload(token, await picture());
  const kept = await urlInStore(ivo.id);
  writeFileSync(join(folder, `${ana.id}_1.webp`), 'x');
  assert.deepEqual(await avatarsPersonalData.exportOf(service.database.read, ivo.id), { avatar_url: kept });
  const at = nowOf(service.clock);
  for (let twice = 0; twice < 2; twice++) {
    await service.database.transaction((tx) => avatarsPersonalData.erase(tx, ana.id, at));
    await removeAvatarFiles(service.avatarFiles, ana.id);
  }
  assert.deepEqual([await urlInStore(ana.id), urls()], [null, [kept]]);
});

test('bytes beyond the memory limit are refused at once, in all and of one caller', async () => {
  const busy = (error: unknown) => error instanceof AppError && error.status === 503;
  const memory = uploadMemory(100);
  const take = (caller: number, size: number, meanwhile: () => Promise<unknown> = async () => {}) =>
    memory.holding(caller, async (collect) => {
      const chunks = async function* () {
        yield Buffer.alloc(size);
      };
      const { length } = await collect(chunks());
      await meanwhile();
      return length;
    });
  await assert.rejects(take(1, 26), busy);
  const others = async () => {
    await assert.rejects(take(1, 6), busy);
    assert.equal(await take(1, 5), 5);
    const all = () => take(3, 25, () => take(4, 25, () => assert.rejects(take(5, 6), busy)));
    assert.equal(await take(2, 25, all), 25);
  };
  assert.equal(await take(1, 20, others), 20);
  assert.equal(await take(1, 25), 25);
});

test('a slow upload is recorded with the time it completed', async (t) => {
  const { service, member } = await openAvatarFixture(t);
  const { id } = await member();
  await service.audit.forget();
  const begun = nowOf(service.clock);
  const bytes = await picture();
  const form: Pick<UploadedForm, 'firstFile'> = {
    firstFile: (take) =>
      take(
        (async function* () {
          yield bytes.subarray(0, 10);
          service.clock.advance(minutes(6));
          yield bytes.subarray(10);
        })(),
      ),
  };
  const parts = { ...service, files: service.avatarFiles, log, line: pictureLine(), memory: uploadMemory(1e6) };
  await uploadAvatar(parts, byOperator(['profile.avatar_upload'], begun), id, form);
  const records = service.database.read.selectFrom('audit_records').select('at').orderBy('id', 'desc');
  assert.equal((await records.executeTakeFirst())?.at, nowOf(service.clock), 'or the sealed log would seem backdated');
});
