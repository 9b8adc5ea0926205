import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useState } from 'react';
import { Icon } from '../components/icons.tsx';
import { QuestionDialog } from '../components/question-dialog.tsx';
import { useTexts } from '../i18n/texts.ts';
import { grantableBy } from '../people/may-manage.ts';
import { MOST_AT_ONCE, useBulkActing } from './bulk-acts.ts';
import { BulkReportDialog } from './bulk-report-dialog.tsx';
import type { Chosen } from './users-filters.ts';

interface BulkBarProps {
  readonly tier: number;
  readonly chosen: Chosen;
  /** Called when it was done, and when the selection is cleared. */
  readonly onDone: () => void;
}

/** Actions on the selected people, at the bottom edge while there are any. */
export function BulkBar({ tier, chosen, onDone }: BulkBarProps) {
  const { say } = useTexts();
  const { act, busy, report, forget } = useBulkActing(chosen, onDone);
  const [asking, setAsking] = useState(false);
  const people = [...chosen.values()];
  const signedOut = people.filter(({ status }) => status === 'active').length;
  const tooMany = people.length > MOST_AT_ONCE;
  const some = (test: (status: string) => boolean) => people.some(({ status }) => test(status)) && !tooMany;
  const buttons = { variant: 'default', disabled: busy || tooMany } as const;
  return (
    <>
      {people.length > 0 && (
        <section className="bulk-bar" aria-label={say('users.bulk')}>
          <p role="status">
            {say('list.chosen', { count: people.length })}
            {tooMany && <small>{say('users.bulk.most', { most: MOST_AT_ONCE })}</small>}
          </p>
          <div className="bulk-acts">
            <Button {...buttons} onClick={() => (signedOut > 0 ? setAsking(true) : act({ action: 'invite' }))}>
              {say('users.bulk.invite')}
            </Button>
            {some((status) => status === 'suspended') && (
              <Button {...buttons} onClick={() => act({ action: 'unsuspend' })}>
                {say('users.bulk.unsuspend')}
              </Button>
            )}
            {some((status) => status === 'active' || status === 'invited') && (
              <Button {...buttons} onClick={() => act({ action: 'suspend' })}>
                {say('users.bulk.suspend')}
              </Button>
            )}
            <Menu position="top-end" width={220} withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button {...buttons} rightSection={<Icon name="menu" size={16} />}>
                  {say('users.bulk.role')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {grantableBy(tier).map((role) => (
                  <Menu.Item key={role} onClick={() => act({ action: 'role', role })}>
                    {say(`role.${role}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
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
      {report && <BulkReportDialog report={report} onClose={forget} />}
    </>
  );
}
