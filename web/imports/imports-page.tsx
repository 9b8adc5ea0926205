import '../look/audit.css';
import '../look/imports.css';
import { useAddressState } from '../parts/address-state.ts';
import { PageHead } from '../parts/page-head.tsx';
import { useTexts } from '../texts/texts.ts';
import { ImportList } from './import-list.tsx';
import { ImportStart } from './import-start.tsx';
import { ImportView } from './import-view.tsx';

/** People from a file: looked through first, then taken in, followed, and taken back if need be. */
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
