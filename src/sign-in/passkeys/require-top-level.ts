/**
 * Refuses responses created inside a frame of another page (WebAuthn level 3 §7.1 step 10, §7.2 step 13): no page of this service
 * may be framed. The library checks it only if the browser names the outer page.
 * @throws Error
 */
export function requireTopLevel(clientDataJson: string): void {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
  if (crossOrigin === true || topOrigin !== undefined) throw new Error('Made inside a frame');
}
