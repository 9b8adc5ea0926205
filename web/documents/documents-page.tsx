import '../styles/documents.css';
import { useAddressState } from '../routing/address-state.ts';
import { DocumentArchive } from './document-archive.tsx';
import { DocumentReader } from './document-reader.tsx';

/** The archive: the shelf of yearbooks and the list of other documents, or one of them open. */
export function DocumentsPage() {
  const [{ document: opened }] = useAddressState();
  return opened === undefined ? <DocumentArchive /> : <DocumentReader key={opened} id={Number(opened)} />;
}
