import '../look/documents.css';
import { useAddressState } from '../parts/address-state.ts';
import { DocumentArchive } from './document-archive.tsx';
import { DocumentReader } from './document-reader.tsx';

/** The archive: a shelf with yearbooks and a list of other documents, or one of them opened. */
export function DocumentsPage() {
  const [{ document: opened }] = useAddressState();
  return opened === undefined ? <DocumentArchive /> : <DocumentReader key={opened} id={Number(opened)} />;
}
