import { renderPicture } from '../avatars/render-picture.ts';

/** Shown up to 40 high and 240 wide, also where a screen has three dots for one. */
const WIDEST = 720;
const HIGHEST = 240;

/**
 * Re-encodes a logo from its pixels: PNG, which every mail program shows and which keeps what is transparent, in at most
 * 256 colours, since each mail carries it.
 * @throws AppError `avatars.unreadable` or `avatars.too_many_pixels` (422)
 */
export const renderLogo = (upload: Buffer): Promise<Buffer> =>
  renderPicture(upload, { width: WIDEST, height: HIGHEST }, (image) => image.png({ palette: true, quality: 90 }));
