import type { Readable } from 'node:stream';
import type { Milliseconds } from '../kernel/durations.ts';
import type { Draft, WriteDraft } from './drafts.ts';

/** First and last byte, both included. */
export interface FileRange {
  readonly first: number;
  readonly last: number;
}

export interface OpenedFile {
  /** Of the whole file, in bytes. */
  readonly size: number;
  /** What was asked for. It fails rather than end early; whoever does not read it destroys it. */
  readonly body: Readable;
}

export interface FileFacts {
  readonly size: number;
  /** When it was put, by the clock of whoever keeps it. */
  readonly modified: Milliseconds;
}

export interface ListedFile {
  readonly key: string;
  /** `undefined` when it went meanwhile. */
  about(): Promise<FileFacts | undefined>;
}

/** Gets a file piece by piece from its beginning, until it is enough. */
export type IsEnough = (piece: Buffer) => boolean;

/** A file as one on this node, for what reads it here and there. */
export interface LocalCopy {
  readonly path: string;
  release(): Promise<void>;
}

/**
 * Files by keys: uploads, documents, staged imports. In a folder a key is the path below it, in a bucket what follows the
 * prefix, so that files can be copied from one to the other. A file is there whole or not at all, durable once `put` resolves,
 * and seen by every node from then on. Keys are made by the service, never by who asks.
 *
 * A file is put before the transaction that refers to it, under a key that nobody had before, and removed after the one that
 * lets go of it. What a crash leaves between the two is nobody's, and the rooms' sweeps remove it.
 *
 * Methods throw AppError `store.unavailable` (503) when disk or server refuse; `check` throws what is wrong.
 */
export interface FileStore {
  /** Lets `work` write drafts on this node. Those that were not put are gone when it is done. */
  drafting<Result>(work: (write: WriteDraft) => Promise<Result>): Promise<Result>;
  /** A draft that was put is to be read by its key. `group`: a web server of the same group may read the file. */
  put(key: string, content: Draft | Buffer, readers?: 'owner' | 'group'): Promise<void>;
  /** `undefined` when there is none. */
  read(key: string, range?: FileRange): Promise<OpenedFile | undefined>;
  /**
   * Where the file has to be fetched, the copy may end with the piece at which `isEnough` has answered so.
   * @throws Error with the code `ENOENT` when there is none, here or when the copy is opened
   */
  local(key: string, isEnough?: IsEnough): Promise<LocalCopy>;
  /** Without a fault when there is none. */
  remove(key: string): Promise<void>;
  /** All whose keys begin so. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Removes what a killed process left of drafts on this node. */
  sweepDrafts(now: Milliseconds): Promise<void>;
  /** @throws Error that says what is wrong */
  check(): Promise<void>;
  /** Where the files are, for people. */
  readonly place: string;
}
