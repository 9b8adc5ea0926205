const COMBINING_MARKS = /\p{M}+/gu;
/** Characters that file systems refuse, that could hide an extension (format characters), and that end a line. */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;
const LONGEST = 120;
/** Device names on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A file name for a title, without extension; never empty, hidden or in another folder. */
export function fileNameOf(title: string): string {
  const name = [...title.normalize('NFC').replace(UNFIT, ' ').replace(/\s+/g, ' ')]
    .slice(0, LONGEST)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (name === '') return 'dokument';
  return DEVICE.test(name) ? `dokument ${name}` : name;
}

/**
 * `Content-Disposition` with the name twice (RFC 6266 §4.3, appendix D): ASCII for old clients, and in full as UTF-8
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

/** `encodeURIComponent` leaves three characters that RFC 8187 §3.2.1 does not allow. */
const extended = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
