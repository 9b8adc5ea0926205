import { opaqueId } from '../../platform/kernel/ids.ts';

/** The prefix of all keys. */
export const DOCUMENTS = 'documents/';
/** The part after `-` makes a key unique. Keys without it are from a version that named files by their content alone. */
const KEY = /^documents\/[0-9a-f]{2}\/([0-9a-f]{64})(?:-[\w-]{1,64})?\.pdf$/;
/** Left by versions that put temporary files beside the files. */
const PART = /^documents\/\.incoming\/[^/]+\.part$/;

/** A new unique key for a content. */
export const freshKey = (sha256: string): string => keyFor(sha256, `-${opaqueId()}`);

/** The key that earlier versions used for a content, while its row names no other. */
export const plainKey = (sha256: string): string => keyFor(sha256, '');

const keyFor = (sha256: string, mark: string): string => `${DOCUMENTS}${sha256.slice(0, 2)}/${sha256}${mark}.pdf`;

/** The hash of the content that a key belongs to; `undefined` for keys that the service does not create. */
export const hashOfKey = (key: string): string | undefined => KEY.exec(key)?.[1];

export const isOldTemporaryFile = (key: string): boolean => PART.test(key);
