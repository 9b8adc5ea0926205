import { opaqueId } from '../kernel/ids.ts';

const FOLDER = 'documents/';
/** `-` and what follows make it fresh; without them it is of a version that named files by their content alone. */
const KEY = /^documents\/[0-9a-f]{2}\/([0-9a-f]{64})(?:-[\w-]{1,64})?\.pdf$/;
/** Left by versions that put drafts beside the files. */
const PART = /^documents\/\.incoming\/[^/]+\.part$/;

/** Where every document is. */
export const DOCUMENTS = FOLDER;

/** A key that nobody had before, for a content. */
export const freshKey = (sha256: string): string => keyFor(sha256, `-${opaqueId()}`);

/** Where versions before put a content, and its row still says no other key. */
export const plainKey = (sha256: string): string => keyFor(sha256, '');

const keyFor = (sha256: string, mark: string): string => `${FOLDER}${sha256.slice(0, 2)}/${sha256}${mark}.pdf`;

/** The content that a key is of; `undefined` for any that the service does not make. */
export const hashOfKey = (key: string): string | undefined => KEY.exec(key)?.[1];

export const isOldDraft = (key: string): boolean => PART.test(key);
