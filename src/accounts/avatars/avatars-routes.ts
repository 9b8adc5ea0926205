import { type Static, Type } from 'typebox';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { weakestTierFor } from '../../platform/http/capabilities.ts';
import {
  defineOpenRoute,
  defineOptionalRoute,
  defineRoute,
  NOT_MODIFIED,
  ok,
  okFile,
  partOf,
  type Route,
} from '../../platform/http/define-route.ts';
import { PICTURE_HEADERS } from '../../platform/http/response-headers.ts';
import { open, permitted, signedInOrNot } from '../../platform/http/route-access.ts';
import { perCaller, unlimited } from '../../platform/http/route-limit.ts';
import { sendStoredFile } from '../../platform/http/stored-file.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { AVATAR_MEDIA_TYPES, mediaTypeOfName, versionOfName } from './avatar.ts';
import { removeAvatarFile } from './avatar-files.ts';
import { avatarErrors } from './avatars-errors.ts';
import { type AvatarDeps, changeAvatar, uploadAvatar } from './upload-avatar.ts';

const AvatarAnswer = Type.Object(
  { avatar_url: Type.Union([Type.String(), Type.Null()]) },
  { title: 'Avatar', additionalProperties: false },
);

/** The response to a visitor who is not signed in: the form works, but nothing is stored. */
const DemoAnswer = Type.Object(
  { demo_mode: Type.Literal(true), slika_url: Type.Null(), message: Type.String() },
  { title: 'AvatarDemo', additionalProperties: false },
);

const UploadAnswer = Type.Union([AvatarAnswer, DemoAnswer]);

const demoAnswer: Static<typeof DemoAnswer> = {
  demo_mode: true,
  slika_url: null,
  message: 'Ovo je pokazni način rada: slika nije spremljena. Prijavite se da biste spremili svoju sliku.',
};

const tag = 'Own account';
const MOST_BYTES = 5 * 1024 * 1024;

export const avatarsRoutes = (deps: AvatarDeps): Route[] => [
  defineOptionalRoute({
    method: 'POST',
    path: '/api/auth/me/avatar',
    summary: 'Stores a picture as the avatar of the caller',
    tag,
    access: signedInOrNot('without a token nothing is kept and the answer says so', {
      weakestTier: weakestTierFor('avatar.change'),
    }),
    limit: perCaller({ most: 1200, within: hours(1) }), // allows a script that sets many; the queue bounds the work
    audit: ['profile.avatar_upload'],
    request: { form: { mostBytes: MOST_BYTES, mediaTypes: AVATAR_MEDIA_TYPES } },
    responses: { success: ok(UploadAnswer, 'Where the picture is'), refusals: Object.values(avatarErrors) },
    handle: async ({ form, call }, caller) => {
      if (caller) return { avatar_url: await uploadAvatar(deps, call, caller.userId, form) };
      await form.discard();
      return demoAnswer;
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/auth/me/avatar',
    summary: 'Removes the avatar of the caller',
    tag,
    access: permitted('avatar.change'),
    limit: perCaller({ most: 60, within: minutes(1) }),
    audit: ['profile.avatar_delete'],
    request: {},
    responses: { success: ok(AvatarAnswer, 'There is none any more'), refusals: [] },
    handle: async ({ call }, { userId }) => {
      await deleteAvatar(deps, call, userId);
      return { avatar_url: null };
    },
  }),
  servedAvatar(deps),
];

const servedAvatar = ({ files }: AvatarDeps): Route =>
  defineOpenRoute({
    method: 'GET',
    path: '/uploads/avatars/:name',
    summary: 'An avatar',
    tag,
    access: open('pictures in pages are asked for without a token'),
    limit: unlimited('a static file that caches keep'),
    audit: [],
    request: { params: Type.Object({ name: Type.String() }) },
    responses: {
      success: okFile(AVATAR_MEDIA_TYPES, 'The picture'),
      others: [NOT_MODIFIED, partOf(AVATAR_MEDIA_TYPES)],
      refusals: ['request.not_found'],
    },
    handle: async ({ params: { name }, reply }) => {
      const version = versionOfName(name);
      if (version === undefined) throw new AppError('request.not_found');
      return sendStoredFile(reply, {
        read: (range) => files.read(name, range),
        etag: `"${name}"`,
        modified: version.stamp,
        mediaType: mediaTypeOfName(name),
        headers: PICTURE_HEADERS,
      });
    },
  });

/** Removes the caller's avatar, row first: a crash in between leaves a file for the sweep, never a broken picture. */
async function deleteAvatar(
  deps: Pick<AvatarDeps, 'database' | 'clock' | 'files' | 'log'>,
  call: AuditedCall,
  userId: UserId,
): Promise<void> {
  const { at } = call;
  const removed = await deps.database.transaction((tx) =>
    changeAvatar(tx, call, { userId, url: null, at, entry: { action: 'profile.avatar_delete' } }),
  );
  await removeAvatarFile(deps, removed);
}
