const COMBINING_MARKS = /\p{M}+/gu;
/** What no file system takes in names, what could hide an ending (format characters), and what ends a line. */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const LONGEST = 120;
/** Names that Windows keeps for devices, whatever follows the dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name for a file of that title, without its ending; never empty, never hidden, never another folder's. */
export function fileNameOf(title: string): string {
  const name = [...title.normalize('NFC').replace(UNFIT, ' ').replace(/\s+/g, ' ')]
    .slice(0, LONGEST)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (name === '') return 'dokument';
  return DEVICE.test(name) ? `dokument ${name}` : name;
}

/**
 * `Content-Disposition` with the name twice (RFC 6266 §4.3, appendix D): in ASCII for old readers, and whole in UTF-8
 * (RFC 8187).
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = asAscii(name).replace(/["\\%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended(name)}`;
}

const asAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(COMBINING_MARKS, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .replace(/[^\x20-\x7e]/gu, '_');

/** `encodeURIComponent` leaves three signs that RFC 8187 §3.2.1 does not. */
const extended = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
