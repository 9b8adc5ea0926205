import { AppError } from '../../platform/kernel/app-error.ts';

/** The first entry of a file of LibreOffice (OpenDocument 1.3, part 2, §3.3). */
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument';
/** A compound file: workbooks before 2007, and whatever ActorRole encrypts. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Refuses what people take for a table and is none that can be read, each as what it is.
 * @throws AppError `imports.open_document`, `imports.old_workbook` (422)
 */
export function refuseOthers(head: Buffer): void {
  if (head.toString('latin1', 30, 30 + OPEN_DOCUMENT.length) === OPEN_DOCUMENT)
    throw new AppError('imports.open_document');
  if (head.subarray(0, 8).equals(COMPOUND)) throw new AppError('imports.old_workbook');
}
