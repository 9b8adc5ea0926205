import type { Sharp, SharpOptions } from 'sharp';
import { AppError } from '../../platform/kernel/app-error.ts';
import { inWholeSeconds, seconds } from '../../platform/kernel/durations.ts';
import { messageOf } from '../../platform/kernel/unchecked.ts';
import { avatarErrors } from './avatars-errors.ts';

const MOST_PIXELS = 25_000_000;
/** No JPEG is longer. Decoding costs by the line too: 25 million lines of one point take 25 times as long as 5000 × 5000. */
const LONGEST_SIDE = 65_535;
const LONGEST_WORK = seconds(10);

/**
 * Checks the pixel count in the header before decoding: 16000 × 16000 take 200 bytes to send and a gigabyte to decode.
 */
const INPUT: SharpOptions = { autoOrient: true, failOn: 'error', limitInputPixels: MOST_PIXELS, pages: 1 };

/**
 * Re-encodes a picture from its pixels: upright, no larger than `within`, sRGB, without metadata (position, camera,
 * comments, colour profile) or trailing data.
 * @throws AppError `avatars.unreadable` or `avatars.too_many_pixels` (422)
 */
export async function renderPicture(
  upload: Buffer,
  within: { readonly width: number; readonly height: number },
  encode: (image: Sharp) => Sharp,
): Promise<Buffer> {
  loading ??= loadSharp();
  const sharp = await loading;
  const image = sharp(upload, INPUT).timeout({ seconds: inWholeSeconds(LONGEST_WORK) });
  const fitted = image.resize(within.width, within.height, { fit: 'inside', withoutEnlargement: true });
  try {
    const { width, height } = await image.metadata();
    if (Math.max(width, height) > LONGEST_SIDE) throw new Error('a side exceeds pixel limit');
    return await encode(fitted).toBuffer();
  } catch (cause) {
    const tooMany = messageOf(cause).includes('exceeds pixel limit');
    throw new AppError(avatarErrors[tooMany ? 'avatars.too_many_pixels' : 'avatars.unreadable'], { cause });
  }
}

let loading: ReturnType<typeof loadSharp> | undefined;

/** Loaded on first use, since it takes 10 MB. Only three of the bundled decoders are enabled. */
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
