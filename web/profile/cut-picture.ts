/** A square, in image pixels. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The service scales pictures down to this anyway. */
const LARGEST_SIDE = 1024;

/**
 * Crops a picture to a square, respecting its orientation. Pictures with transparency stay PNG.
 * @throws Error when the browser cannot read or write it
 */
export async function cutPicture(address: string, type: string, { x, y, width, height }: Square): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const side = Math.max(1, Math.round(Math.min(width, LARGEST_SIDE)));
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, side, side);
  const cut = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type === 'image/jpeg' ? 'image/jpeg' : 'image/png', 0.9);
  });
  if (cut === null) throw new Error('The picture could not be written');
  return cut;
}
