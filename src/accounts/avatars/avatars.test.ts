// engine: both
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { AVATAR, openAvatarFixture, picture } from '../../../test/support/avatar-fixture.ts';
import { formBody } from '../../../test/support/form-body.ts';
import { roundsOr } from '../../../test/support/test-rounds.ts';
import { hours } from '../../platform/kernel/durations.ts';

const MEDIA_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

for (const [format, mediaType] of Object.entries(MEDIA_TYPES) as [keyof typeof MEDIA_TYPES, string][]) {
  test(`a ${format} becomes the avatar and is served`, async (t) => {
    const { service, member, upload, urls, urlInStore, fetch, folder } = await openAvatarFixture(t);
    const { id, token } = await member();
    const answer = await upload(token, await picture(format), {
      name: 'bilo što',
      filename: 'x.exe',
      type: 'text/html',
    });
    assert.equal(answer.status, 200);
    const url: string = answer.body.avatar_url;
    const extension = format === 'jpeg' ? 'jpg' : format;
    assert.deepEqual(answer.body, { avatar_url: `/uploads/avatars/${id}_${service.clock.now()}.${extension}` });
    assert.equal(await urlInStore(id), url);
    assert.deepEqual(urls(), [url]);
    assert.equal(statSync(join(folder, basename(url))).mode & 0o777, 0o640);
    const served = await fetch(url);
    assert.equal(served.statusCode, 200);
    assert.equal(served.headers['content-type'], mediaType);
    const meta = await sharp(served.rawPayload).metadata();
    assert.deepEqual([meta.format, meta.width, meta.height], [format, 8, 8]);
    assert.deepEqual(await service.audit.take(), [
      { action: 'profile.avatar_upload', user_id: id, actor_id: id, meta: { format, bytes: served.rawPayload.length } },
    ]);
    const me = await service.call('GET /api/auth/me', { token });
    assert.equal(me.body.avatar_url, url);
  });
}

test('a picture is rotated upright and scaled down, and small ones are not enlarged', async (t) => {
  const { member, upload, fetch } = await openAvatarFixture(t);
  const { token } = await member();
  // As stored: wide, red left, blue right. Orientation 6 says: turn a quarter to the right, so red is to be on top.
  const red = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const lying = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { body } = await upload(token, lying);
  const { rawPayload } = await fetch(body.avatar_url);
  const meta = await sharp(rawPayload).metadata();
  assert.deepEqual([meta.width, meta.height, meta.orientation], [512, 1024, undefined]);
  const pixel = async (top: number) =>
    [...(await sharp(rawPayload).extract({ left: 256, top, width: 1, height: 1 }).raw().toBuffer())].map(
      (v) => v > 128,
    );
  assert.deepEqual(await pixel(100), [true, false, false]);
  assert.deepEqual(await pixel(900), [false, false, true]);
});

test('the first file of the form is used, whatever else it contains', async (t) => {
  const { service, member } = await openAvatarFixture(t);
  const { token } = await member();
  const form = formBody([
    { name: 'napomena', bytes: 'tekst' },
    { name: 'prva', filename: 'a.png', bytes: await picture('png') },
    { name: 'druga', filename: 'b.jpg', bytes: await picture('jpeg') },
  ]);
  const answer = await service.server.inject({
    method: 'POST',
    url: AVATAR,
    payload: form.payload,
    headers: { ...form.headers, authorization: `Bearer ${token}` },
  });
  assert.match(answer.json().avatar_url, /\.png$/);
});

test('an avatar is removed, and removing nothing does nothing', async (t) => {
  const { service, member, upload, urls, urlInStore, fetch } = await openAvatarFixture(t);
  const { id, token } = await member();
  const nothing = await service.call(`DELETE ${AVATAR}`, { token });
  assert.deepEqual([nothing.status, nothing.body], [200, { avatar_url: null }]);
  assert.deepEqual(await service.audit.take(), []);
  const { body } = await upload(token, await picture());
  await service.audit.forget();
  const removed = await service.call(`DELETE ${AVATAR}`, { token });
  assert.deepEqual([removed.status, removed.body], [200, { avatar_url: null }]);
  assert.deepEqual(await service.audit.take(), [
    { action: 'profile.avatar_delete', user_id: id, actor_id: id, meta: {} },
  ]);
  assert.deepEqual(urls(), []);
  assert.equal(await urlInStore(id), null);
  assert.equal((await fetch(body.avatar_url)).statusCode, 404);
});

test('a visitor gets the demo response and nothing is stored', async (t) => {
  const { service, upload, urls } = await openAvatarFixture(t);
  for (const bytes of [await picture(), 'nije slika']) {
    const { status, body } = await upload(undefined, bytes);
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body, message: typeof body.message },
      { demo_mode: true, slika_url: null, message: 'string' },
    );
  }
  const empty = await service.call(`POST ${AVATAR}`);
  assert.equal(empty.body.demo_mode, true);
  assert.deepEqual(await service.audit.take(), []);
  assert.deepEqual(urls(), []);
});

test('many replacements leave one file, the current one, and never reuse a name', async (t) => {
  const { service, member, upload, urls, urlInStore } = await openAvatarFixture(t);
  const { id, email, token: first } = await member();
  let token = first;
  const pictures = [await picture('png'), await picture('jpeg'), await picture('webp')];
  const rounds = roundsOr(200);
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && round % 1000 === 0) {
      service.clock.advance(hours(1)); // past the limit of the route, and past the token
      token = await service.tokenOf(email);
    }
    const { status, body } = await upload(token, pictures[round % 3] as Buffer);
    assert.equal(status, 200, JSON.stringify(body));
    seen.add(body.avatar_url);
  }
  assert.equal(seen.size, rounds);
  assert.deepEqual(urls(), [await urlInStore(id)]);
});

test('concurrent uploads by one person leave one file, the current one', async (t) => {
  const { service, member, upload, urls, urlInStore } = await openAvatarFixture(t);
  const { id, token } = await member();
  const bytes = await picture();
  for (let round = 0; round < roundsOr(20); round++) {
    const calls = Array.from({ length: 12 }, (_, number) =>
      number % 4 === 3 ? service.call(`DELETE ${AVATAR}`, { token }) : upload(token, bytes),
    );
    for (const { status } of await Promise.all(calls)) assert.equal(status, 200);
    const url = await urlInStore(id);
    assert.deepEqual(urls(), url === null ? [] : [url]);
  }
});
