import '../styles/documents.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { StateTabs } from '../components/table/state-tabs.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { DocumentForm } from './document-form.tsx';
import { DocumentList, DocumentListSkeleton } from './document-list.tsx';
import { DocumentReader } from './document-reader.tsx';
import { DOCUMENTS, shelfQuery } from './documents-queries.ts';
import { VisitorHint } from './visitor-hint.tsx';
import { ShelfSkeleton, YearbookShelf } from './yearbook-shelf.tsx';

/** The archive: the shelf of yearbooks and the list of other documents, or one of them open. */
export function DocumentsPage() {
  const [{ document: opened }] = useAddressState();
  return opened === undefined ? <DocumentArchive /> : <DocumentReader key={opened} id={Number(opened)} />;
}

const NEW = 'new';

function DocumentArchive() {
  const { say } = useTexts();
  const [{ q = '', kind, tenant_id }, change] = useAddressState();
  const { opened: form, open, close } = useOpened('form');
  const mayAdd = may('documents.manage');
  const tenantId = may('tenants.all') ? Number(tenant_id) || undefined : undefined;
  const wanted = tenantId === undefined ? { q } : { q, tenant_id: tenantId };
  const shelf = useQuery({ ...shelfQuery(wanted), enabled: kind !== 'document' });
  const others = useList(
    [...DOCUMENTS, 'others', wanted],
    (cursor, signal) => service.either.call('GET /api/documents', { ...wanted, kind: 'document', cursor }, signal),
    { enabled: kind !== 'yearbook' },
  );
  const yearbooks = kind === 'document' ? [] : (shelf.data ?? []);
  const documents = kind === 'yearbook' ? [] : others.items;
  const waiting = shelf.isLoading || others.query.isLoading;
  const problem = shelf.error ?? others.query.error;
  const add = mayAdd && (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => open(NEW)}>
      {say('documents.add')}
    </Button>
  );
  return (
    <>
      <PageHead title={say('documents.title')} text={say('documents.text')} actions={add} />
      <search className="archive-search">
        <SearchField
          label={say('documents.search')}
          placeholder={say('documents.search')}
          value={q}
          onSearch={(text) => change({ q: text.trim() === '' ? undefined : text })}
        />
      </search>
      <StateTabs
        label={say('documents.kinds')}
        member="kind"
        tabs={[
          { value: 'all', text: say('documents.kind.all') },
          { value: 'yearbook', text: say('documents.kind.yearbooks') },
          { value: 'document', text: say('documents.kind.documents') },
        ]}
      />
      {problem && <ProblemNotice error={problem} />}
      {waiting && kind !== 'document' && <ShelfSkeleton />}
      {waiting && kind === 'document' && <DocumentListSkeleton />}
      {!waiting && yearbooks.length > 0 && <YearbookShelf yearbooks={yearbooks} />}
      {!waiting && documents.length > 0 && (
        <DocumentList documents={documents} foot={others.query.hasNextPage ? <ListFoot list={others} /> : null} />
      )}
      {!waiting && !problem && yearbooks.length + documents.length === 0 && (
        <div className="empty">
          {q === '' ? <p>{say('documents.empty')}</p> : <p>{say('documents.nothing', { q })}</p>}
          {q === '' ? (
            add
          ) : (
            <Button variant="default" onClick={() => change({ q: undefined })}>
              {say('list.clearSearch')}
            </Button>
          )}
        </div>
      )}
      <VisitorHint />
      {form === NEW && mayAdd && <DocumentForm onClose={close} />}
    </>
  );
}
