import { renderPicture } from '../avatars/render-picture.ts';

/** Logos are shown up to 240 × 40, on screens with up to three device pixels per CSS pixel. */
const WIDEST = 720;
const HIGHEST = 240;

/**
 * Re-encodes a logo from its pixels: as PNG, which every mail program shows and which keeps transparency, with at most 256
 * colours, since it is attached to each mail.
 * @throws AppError `avatars.unreadable` or `avatars.too_many_pixels` (422)
 */
export const renderLogo = (upload: Buffer): Promise<Buffer> =>
  renderPicture(upload, { width: WIDEST, height: HIGHEST }, (image) => image.png({ palette: true, quality: 90 }));
