import type { Sharp } from 'sharp';
import { type AuditedCall, resumed } from '../../platform/audit/audit-context.ts';
import { type AuditEntry, recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isStoreUnavailable } from '../../platform/database/store-errors.ts';
import type { UploadedForm } from '../../platform/http/uploaded-form.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { TurnQueue } from '../../platform/kernel/turn-queue.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { holdUserRow } from '../users/accounts-store.ts';
import { changeUser } from '../users/changed-users-store.ts';
import { type AvatarFormat, avatarUrl, formatOf } from './avatar.ts';
import { type AvatarFiles, type NewAvatar, removeAvatarFile } from './avatar-files.ts';
import { renderPicture } from './render-picture.ts';
import type { UploadMemory } from './upload-memory.ts';

type AvatarEntry = AuditEntry<'profile.avatar_upload' | 'profile.avatar_delete'>;

/**
 * Sets a person's avatar to `url` and returns the previous one. Under the row's lock each previous avatar has exactly
 * one successor, so exactly one caller removes its file. Clearing an empty avatar is a no-op.
 * @throws AppError `auth.revoked` (401) when the person was deleted meanwhile
 */
export async function changeAvatar(
  tx: Tx,
  call: AuditedCall,
  { userId, url, at, entry }: { userId: UserId; url: string | null; at: Instant; entry: AvatarEntry },
): Promise<string | null> {
  const before = await holdUserRow(tx, userId);
  if (before === undefined) throw new AppError('auth.revoked');
  if (url === null && before.avatar_url === null) return null;
  await changeUser(tx, userId, { avatar_url: url }, at);
  await recordAudit(tx, call, { ...entry, about: 'actor' });
  return before.avatar_url;
}

const LONGEST_SIDE = 1024;

/** Renders an uploaded picture at most 1024 × 1024. @throws AppError `avatars.unreadable` or `avatars.too_many_pixels` (422) */
const renderAvatar = (upload: Buffer, format: AvatarFormat): Promise<Buffer> =>
  renderPicture(upload, { width: LONGEST_SIDE, height: LONGEST_SIDE }, encoders[format]);

const encoders: Readonly<Record<AvatarFormat, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 85, mozjpeg: true }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 85 }),
};

export interface AvatarDeps extends Pick<Platform, 'database' | 'clock' | 'log'> {
  readonly files: AvatarFiles;
  readonly line: TurnQueue;
  readonly memory: UploadMemory;
}

/**
 * Makes the uploaded picture the caller's avatar and returns its address. A crash at any moment leaves either the old
 * avatar or the new one, and at most an orphaned file for the sweep.
 * @throws AppError what reading a form throws; `avatars.type` (415), `avatars.unreadable`, `avatars.too_many_pixels`
 * (422), `avatars.busy`, `store.unavailable` (503)
 */
export async function uploadAvatar(
  deps: AvatarDeps,
  call: AuditedCall,
  userId: UserId,
  form: Pick<UploadedForm, 'firstFile'>,
): Promise<string> {
  const image = await receiveAvatar(deps, userId, form);
  return deps.files.add(userId, image, async (name) => {
    const url = avatarUrl(name);
    const replaced = await publish(deps, resumed(call, deps.clock), { userId, url, image }).catch(
      async (error: unknown) => {
        // The reply to a commit may have been lost: the row may refer to the file, and only the sweep can find out.
        if (!isStoreUnavailable(error)) await removeAvatarFile(deps, url);
        throw error;
      },
    );
    await removeAvatarFile(deps, replaced);
    return url;
  });
}

const receiveAvatar = (
  { line, memory }: AvatarDeps,
  userId: UserId,
  form: Pick<UploadedForm, 'firstFile'>,
): Promise<NewAvatar> =>
  memory.holding(userId, async (collect) => {
    const upload = await form.firstFile(collect);
    const format = formatOf(upload);
    if (format === undefined) throw new AppError('avatars.type');
    return { format, bytes: await line.run(userId, () => renderAvatar(upload, format)) };
  });

function publish(
  { database }: AvatarDeps,
  call: AuditedCall,
  { userId, url, image }: { userId: UserId; url: string; image: NewAvatar },
): Promise<string | null> {
  const { at } = call;
  const meta = { format: image.format, bytes: image.bytes.length };
  return database.transaction((tx) =>
    changeAvatar(tx, call, { userId, url, at, entry: { action: 'profile.avatar_upload', meta } }),
  );
}
