import type { Sharp, SharpOptions } from 'sharp';
import { AppError } from '../kernel/app-error.ts';
import { inWholeSeconds, seconds } from '../kernel/durations.ts';
import type { AvatarFormat } from './avatar.ts';
import { avatarErrors } from './avatars-errors.ts';

const MOST_PIXELS = 25_000_000;
const LONGEST_SIDE = 1024;
const LONGEST_WORK = seconds(10);

/**
 * The pixels are judged by the header alone, before anything is decoded: 16000 × 16000 take 200 bytes to send and a
 * gigabyte to decode.
 */
const INPUT: SharpOptions = { autoOrient: true, failOn: 'error', limitInputPixels: MOST_PIXELS, pages: 1 };

/**
 * A picture made anew from its pixels: upright, at most 1024 × 1024, in sRGB, without anything else that the file said
 * (position, camera, comments, colour profile) or hid behind its end.
 * @throws AppError `avatars.unreadable` or `avatars.too_many_pixels` (422)
 */
export async function renderAvatar(upload: Buffer, format: AvatarFormat): Promise<Buffer> {
  loading ??= loadSharp();
  const sharp = await loading;
  const image = sharp(upload, INPUT).timeout({ seconds: inWholeSeconds(LONGEST_WORK) });
  const fitted = image.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true });
  try {
    return await encoders[format](fitted).toBuffer();
  } catch (cause) {
    const tooMany = (cause as Error).message.includes('exceeds pixel limit');
    throw new AppError(avatarErrors[tooMany ? 'avatars.too_many_pixels' : 'avatars.unreadable'], { cause });
  }
}

const encoders: Readonly<Record<AvatarFormat, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 85, mozjpeg: true }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 85 }),
};

let loading: ReturnType<typeof loadSharp> | undefined;

/** 10 MB that a node without uploads never spends. Of all the decoders that come along only three may run. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}
