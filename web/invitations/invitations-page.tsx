import { useNavigate } from '@tanstack/react-router';
import { ButtonLink } from '../components/table/page-links.tsx';
import '../styles/people.css';
import { useState } from 'react';
import type { InvitationItem, InvitationState } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { ListPage } from '../components/table/list-page.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { StateTabs } from '../components/table/state-tabs.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTableLayout } from '../components/table/use-table-layout.ts';
import { useTexts } from '../i18n/texts.ts';
import { BulkCard } from '../people/bulk-card.tsx';
import { useBulkJobInView } from '../people/bulk-queries.ts';
import { InviteLinkDialog } from '../people/invite-link.tsx';
import { useAddressState } from '../routing/address-state.ts';
import { openedFor } from '../routing/open-in-address.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { useInvitationActing } from './invitation-acts.tsx';
import { INVITATIONS_TABLE, invitationColumns } from './invitation-columns.tsx';
import { InviteAll } from './invite-all.tsx';

const SORTS = ['-created', 'created', 'name', '-name', 'expires', '-expires'] as const;
const STATES: readonly InvitationState[] = ['pending', 'used', 'expired', 'replaced', 'cancelled'];

/** Who was invited, by whom, and the outcome. */
export function InvitationsPage() {
  const texts = useTexts();
  const { say } = texts;
  const navigate = useNavigate();
  const everyTenant = may('tenants.all');
  const [address, change] = useAddressState();
  const state = STATES.find((known) => known === address.state) ?? 'pending';
  const tenantId = everyTenant && /^[1-9]\d{0,8}$/.test(address.tenant_id ?? '') ? address.tenant_id : undefined;
  const q = address.q ?? '';
  const sort = SORTS.find((known) => known === address.sort) ?? '-created';
  const wanted = { state, sort, ...(tenantId ? { tenant_id: Number(tenantId) } : {}), ...(q ? { q } : {}) };
  const list = useList<InvitationItem>(['invitations', wanted], (cursor, signal) =>
    service.call('GET /api/admin/invitations', { ...wanted, cursor }, signal),
  );
  const [asked, setAsked] = useState<InvitationItem>();
  const { invite, cancel, busyId, shown, forget } = useInvitationActing();
  const bulk = useBulkJobInView(({ action }) => action === 'invite');
  const tableLayout = useTableLayout(INVITATIONS_TABLE);
  const { layout } = tableLayout;
  const columns = invitationColumns({ ...texts, dense: layout.dense }, state, {
    busyId,
    onInvite: invite,
    onCancel: setAsked,
  });
  const create = (
    <ButtonLink to={PAGE_PATHS.users} search={{ new: '1' }} leftSection={<Icon name="plus" size={18} />}>
      {say('invitations.create')}
    </ButtonLink>
  );
  return (
    <>
      <ListPage
        title={say('invitations.title')}
        list={list}
        tableLayout={tableLayout}
        fileName={say('invitations.file')}
        fetchFile={(asked) => service.file('GET /api/admin/invitations/export', { ...wanted, ...asked })}
        actions={
          <>
            {(state === 'pending' || state === 'expired') && q === '' && list.total > 0 && (
              <InviteAll state={state} tenantId={wanted.tenant_id} onStarted={bulk.show} />
            )}
            {create}
          </>
        }
        columns={columns}
        sorting={{ by: sort, onSort: (by) => change({ sort: by === '-created' ? undefined : by }) }}
        nameOf={({ full_name, email }) => full_name || email}
        subjectOf={state === 'pending' || state === 'expired' ? ({ user_id }) => user_id : undefined}
        onOpen={({ user_id }) =>
          void navigate({
            to: PAGE_PATHS.users,
            search: { open: String(user_id) },
            state: openedFor(String(user_id)),
          })
        }
        empty={
          <>
            <p role="status">{q === '' ? say(`invitations.none.${state}`) : say('invitations.none.search', { q })}</p>
            {state === 'pending' && q === '' && create}
          </>
        }
      >
        <StateTabs
          label={say('invitations.states')}
          member="state"
          tabs={STATES.map((value) => ({ value, text: say(`invitations.state.${value}`) }))}
        />
        {bulk.id !== undefined && <BulkCard key={bulk.id} id={bulk.id} onDismiss={bulk.dismiss} />}
        <p className="hint list-note">{say(`invitations.about.${state}`)}</p>
        <search className="list-filters">
          <SearchField
            label={say('invitations.search')}
            placeholder={say('invitations.search.hint')}
            value={q}
            onSearch={(typed) => change({ q: typed })}
          />
        </search>
      </ListPage>
      {asked && (
        <QuestionDialog
          title={say('invitations.ask.title')}
          confirm={say('invitations.cancel')}
          onConfirm={() => {
            cancel(asked);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        >
          {say('invitations.ask.text', { email: asked.email })}
        </QuestionDialog>
      )}
      {shown && <InviteLinkDialog {...shown} onClose={forget} />}
    </>
  );
}
