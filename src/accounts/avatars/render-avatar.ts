import type { Sharp } from 'sharp';
import type { AvatarFormat } from './avatar.ts';
import { renderPicture } from './render-picture.ts';

const LONGEST_SIDE = 1024;

/** Renders an uploaded picture at most 1024 × 1024. @throws AppError `avatars.unreadable` or `avatars.too_many_pixels` (422) */
export const renderAvatar = (upload: Buffer, format: AvatarFormat): Promise<Buffer> =>
  renderPicture(upload, { width: LONGEST_SIDE, height: LONGEST_SIDE }, encoders[format]);

const encoders: Readonly<Record<AvatarFormat, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 85, mozjpeg: true }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 85 }),
};
