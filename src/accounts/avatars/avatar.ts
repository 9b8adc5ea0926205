import type { UserId } from '../../platform/kernel/entity-id.ts';

/** Formats of an avatar; it is stored in the one it was uploaded in. */
export type AvatarFormat = 'jpeg' | 'png' | 'webp';

export const AVATAR_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

const EXTENSIONS: Readonly<Record<AvatarFormat, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp' };
const FOLDER_URL = '/uploads/avatars/';
/** At most 15 digits, safely below the largest integer that both engines and JavaScript represent exactly. */
const NAME = /^(\d{1,15})_(\d{1,15})\.(?:jpg|png|webp)$/;

/** The owner, and the time of creation (milliseconds since 1970). */
export interface AvatarVersion {
  readonly userId: UserId;
  readonly stamp: number;
}

/** `{user_id}_{timestamp}.{ext}`. No name is used twice, so its content never changes. */
export const avatarName = ({ userId, stamp }: AvatarVersion, format: AvatarFormat): string =>
  `${userId}_${stamp}.${EXTENSIONS[format]}`;

/** Parses a file name; `undefined` for any the service does not generate. */
export function versionOfName(name: string): AvatarVersion | undefined {
  const [, userId, stamp] = NAME.exec(name) ?? [];
  return userId === undefined ? undefined : { userId: Number(userId), stamp: Number(stamp) };
}

export const avatarUrl = (name: string): string => FOLDER_URL + name;

/** The file behind an `avatar_url`; `undefined` for a foreign one. */
export function nameOfUrl(url: string): string | undefined {
  const name = url.startsWith(FOLDER_URL) ? url.slice(FOLDER_URL.length) : '';
  return versionOfName(name) && name;
}

/** The media type by a name that the service generated. */
export const mediaTypeOfName = (name: string): string =>
  name.endsWith('.jpg') ? 'image/jpeg' : name.endsWith('.png') ? 'image/png' : 'image/webp';

/** The format according to the bytes; name and declared type are the sender's choice. */
export function formatOf(bytes: Buffer): AvatarFormat | undefined {
  if (bytes.subarray(0, 3).toString('hex') === 'ffd8ff') return 'jpeg'; // ISO/IEC 10918-1: SOI and the next marker
  if (bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a') return 'png'; // W3C PNG §5.2
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'; // RFC 9649 §2.4
  return isWebp ? 'webp' : undefined;
}
