/** A PNG as a `data:` URL, which the CSP allows and no server stores. The module is loaded on first use. */
export async function qrImage(text: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M', margin: 4, scale: 6 });
}
