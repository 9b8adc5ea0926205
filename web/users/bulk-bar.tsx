import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useState } from 'react';
import type { StoredUser } from '../../client/stored-session.ts';
import { MOST_IN_BULK } from '../../client/wire-limits.ts';
import type { User } from '../../client/wire-types.ts';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { EverybodyQuestion } from '../people/everybody-question.tsx';
import type { useEverybody } from '../people/use-everybody.ts';
import { type BulkRequest, useBulkActing } from './bulk-acts.ts';
import { BulkReportDialog } from './bulk-report-dialog.tsx';
import { CopyAddresses } from './copy-addresses.tsx';
import type { Chosen } from './users-filters.ts';

interface BulkBarProps {
  readonly viewer: StoredUser;
  readonly chosen: Chosen;
  /** Selecting everybody of the list. */
  readonly all: ReturnType<typeof useEverybody>;
  /** The number of people on the list, as far as known, when all shown are selected but the list has more, or too many to list by id. */
  readonly wider: { readonly total: number | undefined } | undefined;
  /** Called when it was done, and when the selection is cleared. */
  readonly onDone: () => void;
  readonly onStarted: (jobId: number) => void;
}

/** Actions on the selected people, at the bottom edge while there are any. */
export function BulkBar({ viewer, chosen, all, wider, onDone, onStarted }: BulkBarProps) {
  const { say } = useTexts();
  const { everybody } = all;
  const { act, busy, report, forget } = useBulkActing(chosen, onDone);
  const [asking, setAsking] = useState(false);
  const [request, setRequest] = useState<BulkRequest>();
  const people = [...chosen.values()];
  const signedOut = people.filter(({ status }) => status === 'active').length;
  const most = everybody?.most ?? MOST_IN_BULK;
  const tooMany = (everybody?.total ?? people.length) > most;
  const some = (action: User['actions'][number]) =>
    !tooMany && (everybody !== undefined || people.some(({ actions }) => actions.includes(action)));
  const choose = (request: BulkRequest) => {
    if (everybody !== undefined) setRequest(request);
    else if (request.action === 'invite' && signedOut > 0) setAsking(true);
    else act(request);
  };
  const buttons = { variant: 'default', disabled: busy || tooMany } as const;
  return (
    <>
      {(people.length > 0 || everybody !== undefined) && (
        <section className="bulk-bar" aria-label={say('users.bulk')}>
          <p role="status">
            {everybody
              ? say('bulk.everybodyChosen', { count: everybody.total })
              : say('list.chosen', { count: people.length })}
            {tooMany && (
              <small>{everybody ? say('bulk.tooMany', { count: most }) : say('users.bulk.most', { most })}</small>
            )}
          </p>
          {everybody === undefined && wider && (
            <Button variant="light" loading={all.selecting} onClick={all.select}>
              {wider.total === undefined ? say('bulk.everybodyListed') : say('bulk.everybody', { count: wider.total })}
            </Button>
          )}
          <div className="bulk-acts">
            <Button {...buttons} onClick={() => choose({ action: 'invite' })}>
              {say('users.bulk.invite')}
            </Button>
            {some('unsuspend') && (
              <Button {...buttons} onClick={() => choose({ action: 'unsuspend' })}>
                {say('users.bulk.unsuspend')}
              </Button>
            )}
            {some('suspend') && (
              <Button {...buttons} onClick={() => choose({ action: 'suspend' })}>
                {say('users.bulk.suspend')}
              </Button>
            )}
            <Menu position="top-end" width={220}>
              <Menu.Target>
                <Button {...buttons} rightSection={<Icon name="menu" size={16} />}>
                  {say('users.bulk.role')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {viewer.grantable_roles.map((role) => (
                  <Menu.Item key={role} onClick={() => choose({ action: 'role', role })}>
                    {say(`role.${role}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            {everybody === undefined && <CopyAddresses people={people} />}
            <Button variant="subtle" disabled={busy} onClick={onDone}>
              {say('list.unchoose')}
            </Button>
          </div>
        </section>
      )}
      {asking && (
        <QuestionDialog
          title={say('users.ask.inviteMany.title', { count: people.length })}
          confirm={say('users.bulk.invite')}
          onConfirm={() => {
            setAsking(false);
            act({ action: 'invite' });
          }}
          onClose={() => setAsking(false)}
        >
          {say('users.ask.inviteMany.text', { count: signedOut })}
        </QuestionDialog>
      )}
      {request && everybody && (
        <EverybodyQuestion
          everybody={everybody}
          request={request}
          onStarted={(jobId) => {
            onDone();
            onStarted(jobId);
          }}
          onClose={() => setRequest(undefined)}
        />
      )}
      {report && <BulkReportDialog report={report} onClose={forget} />}
    </>
  );
}
