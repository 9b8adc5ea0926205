import '../styles/audit.css';
import '../styles/imports.css';
import { PageHead } from '../components/frame/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { ImportList } from './import-list.tsx';
import { ImportStart } from './import-start.tsx';
import { ImportView } from './import-view.tsx';

/** Import: check a file, run it, follow it, and undo it if necessary. */
export function ImportsPage() {
  const { say } = useTexts();
  const [state] = useAddressState();
  const id = Number(state.import) || undefined;
  return (
    <>
      <PageHead title={say('imports.title')} {...(id === undefined ? { text: say('imports.text') } : {})} />
      {id === undefined ? (
        <>
          <ImportStart />
          <ImportList />
        </>
      ) : (
        <ImportView key={id} id={id} />
      )}
    </>
  );
}
