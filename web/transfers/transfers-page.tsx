import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Transfer } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { StateTabs } from '../components/table/state-tabs.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { AskDialog } from './ask-dialog.tsx';
import { TransferRow } from './transfer-row.tsx';

const LOOK_EVERY_MS = 15_000;

/** Members whom other clubs ask for, and whom one’s own club asks others for. */
export function TransfersPage() {
  const { say } = useTexts();
  const [address, change] = useAddressState();
  const state = address.state === 'ended' ? 'ended' : 'open';
  const tenantId = (may('tenants.all') && Number(address.tenant_id)) || undefined;
  const of = tenantId === undefined ? {} : { tenant_id: tenantId };
  const list = useList<Transfer>(
    ['transfers', state, of],
    (cursor, signal) => service.call('GET /api/admin/transfers', { state, ...of, cursor }, signal),
    { refetchEvery: LOOK_EVERY_MS },
  );
  const [asking, setAsking] = useState(false);
  const { items, query } = list;
  const isEmpty = query.isSuccess && items.length === 0;
  const ask = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setAsking(true)}>
      {say('transfers.ask')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={say('transfers.title')}
        text={say('transfers.text')}
        count={list}
        actions={!(isEmpty && state === 'open') && ask}
      />
      <StateTabs
        label={say('transfers.states')}
        member="state"
        tabs={(['open', 'ended'] as const).map((value) => ({ value, text: say(`transfers.tab.${value}`) }))}
      />
      {query.isError && <ProblemNotice error={query.error} />}
      {isEmpty && (
        <div className="empty">
          <p role="status">{say(`transfers.none.${state}`)}</p>
          {state === 'open' && ask}
        </div>
      )}
      {items.length > 0 && (
        <section className="card" aria-label={say('transfers.title')}>
          {items.map((transfer) => (
            <TransferRow key={transfer.id} transfer={transfer} />
          ))}
        </section>
      )}
      <ListFoot list={list} last />
      {asking && (
        <AskDialog tenantId={tenantId} onAsked={() => change({ state: undefined })} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
