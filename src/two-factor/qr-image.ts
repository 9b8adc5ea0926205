/** A PNG as a `data:` URL, which the page's policy allows and which no server keeps. The module loads when first needed. */
export async function qrImage(text: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M', margin: 4, scale: 6 });
}
