import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Language } from '../../accounts/users/user.ts';
import type { Db } from '../../platform/database/database.ts';
import type { LocalCopy } from '../../platform/files/files.ts';
import { streamWhileLive } from '../../platform/http/stream-while-live.ts';
import { turnQueue } from '../../platform/kernel/turn-queue.ts';
import { lineOf } from '../../platform/sheets/send-sheet.ts';
import type { SheetCell } from '../../platform/sheets/sheet.ts';
import { findCorrections } from './corrections-store.ts';
import { tooBusy } from './file-inspector.ts';
import type { Import } from './import.ts';
import { hideHashes, NOTE_HEADINGS } from './import-columns.ts';
import { textOfReason } from './import-reasons.ts';
import { importRows } from './import-rows-store.ts';
import type { CsvRecord } from './read-records.ts';
import { recordReader } from './record-reader.ts';
import type { StagedFiles } from './staged-files.ts';

const PAGE = 500;
const MARK = '\uFEFF';

/**
 * The failed rows of an import as they are in its file but for password hashes, with a first column that says why, to be corrected
 * in a spreadsheet and imported again. Yields pages, no faster than they are consumed.
 */
async function* faultyRows(db: Db, path: string, of: Import, language: Language): AsyncGenerator<string> {
  const headings = of.columns.map(({ heading }) => heading);
  const own = headings.findIndex((heading) => Object.values<string>(NOTE_HEADINGS).includes(heading));
  const withoutOwn = (cells: readonly string[]) => cells.filter((_, index) => index !== own);
  const reader = recordReader(path, of, await findCorrections(db, of));
  try {
    yield MARK + lineOf([NOTE_HEADINGS[language], ...withoutOwn(headings)]);
    for await (const rows of importRows.take(db, of.id, { which: 'failed', portion: PAGE })) {
      const records = new Map((await reader.at(rows.map((row) => row.line))).map((one) => [one.line, one]));
      const said = rows.map(({ line: number, reason }) => {
        const cells = cellsOf(records.get(number));
        const shown = cells.map((cell, index) => hideHashes(cell, of.columns[index]));
        const why = `${language === 'en' ? 'Row' : 'Redak'} ${number}: ${textOfReason(reason, language) ?? ''}`;
        const isHidden = shown.some((cell, index) => cell !== cells[index]);
        return [isHidden ? `${why} ${HIDDEN[language]}` : why, ...withoutOwn(shown)];
      });
      yield said.map((cells) => lineOf(cells.map(asText))).join('');
    }
  } finally {
    await reader.close();
  }
}

/** Imported as it is, a dotted cell fails again instead of leaving the person without a password unnoticed. */
const HIDDEN: Readonly<Record<Language, string>> = {
  hr: 'Sažetak lozinke prepišite iz svoje datoteke ili ispraznite ćeliju.',
  en: 'Copy the password hash from your own file, or leave the cell empty.',
};

const cellsOf = (record: CsvRecord | undefined): readonly string[] => record?.cells ?? [];

/** Values from which a spreadsheet would strip the plus or the leading zeros. */
const NUMBER_LIKE = /^[+0][\d ]+$/;
const asText = (text: string): SheetCell => (NUMBER_LIKE.test(text) ? { digits: text } : text);

interface FaultyFileDeps {
  readonly db: Db;
  readonly files: Pick<StagedFiles, 'withTemporaryFiles'>;
  /** A local copy of the file of an import. */
  readonly copyOf: (found: Import) => Promise<LocalCopy>;
}

interface FaultyFileAsked {
  readonly found: Import;
  readonly language: Language;
  /** Aborted when the client goes away. */
  readonly left: AbortSignal;
  readonly requireLive: () => Promise<void>;
}

type SendFaultyFile = (caller: number, asked: FaultyFileAsked) => Promise<Readable>;

/**
 * Writes the faulty rows to a temporary file and opens that: reading them takes a thread and some 50 MB, and a client that
 * downloads slowly must not hold those. One download for each caller, so that nobody fills the disk.
 * @throws AppError `imports.busy` (503), `imports.file_gone` (409)
 */
export function faultyFiles({ db, files, copyOf }: FaultyFileDeps): SendFaultyFile {
  const writing = turnQueue({ mostRunning: 2, mostWaiting: 16, mostWaitingPerCaller: 1, full: tooBusy });
  const downloading = new Set<number>();

  const write = async ({ found, language, left, requireLive }: FaultyFileAsked): Promise<Readable> => {
    const copy = await copyOf(found);
    try {
      return await files.withTemporaryFiles(async (write) => {
        const { path } = await write(asBytes(faultyRows(db, copy.path, found, language), left));
        const file = (await open(path)).createReadStream(); // it can be read to its end although its name goes now
        return streamWhileLive(file, requireLive).once('close', () => file.destroy());
      });
    } finally {
      await copy.release();
    }
  };

  return async (caller, asked) => {
    if (downloading.has(caller)) throw tooBusy();
    downloading.add(caller);
    const leave = () => downloading.delete(caller);
    try {
      const file = await writing.run(caller, () => write(asked));
      return file.once('end', leave).once('close', leave); // whoever has read it to its end may come again at once
    } catch (error) {
      leave();
      throw error;
    }
  };
}

async function* asBytes(texts: AsyncIterable<string>, left: AbortSignal): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    if (left.aborted) throw tooBusy(); // nobody hears it
    yield Buffer.from(text);
  }
}
