import type { BulkOrder, Role } from '../../client/wire-types.ts';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { useBulkStart } from './bulk-queries.ts';
import type { Everybody } from './use-everybody.ts';

interface EverybodyQuestionProps {
  readonly everybody: Everybody;
  readonly request: Pick<BulkOrder, 'action' | 'role'>;
  readonly onStarted: (jobId: number) => void;
  readonly onClose: () => void;
}

/** Says the number and the act, then starts it for everybody whom the filter selects. */
export function EverybodyQuestion({ everybody, request, onStarted, onClose }: EverybodyQuestionProps) {
  const { say } = useTexts();
  const { action, role } = request;
  const { total, active, filter } = everybody;
  const starting = useBulkStart(({ id }) => onStarted(id));
  const start = () =>
    starting.mutate(
      { filter, expected_total: total, action, ...(role === undefined ? {} : { role }) },
      { onSettled: onClose },
    );
  return (
    <QuestionDialog
      title={say(`bulk.ask.${action}` as TextKey, { count: total })}
      confirm={say(`bulk.do.${action}` as TextKey, { count: total })}
      danger={action === 'suspend'}
      busy={starting.isPending}
      onConfirm={start}
      onClose={onClose}
    >
      <p>{say('bulk.ask.all')}</p>
      {filter.invitation === 'pending' && action === 'invite' && <p>{say('bulk.ask.replaces')}</p>}
      {action === 'invite' && active > 0 && <p>{say('bulk.ask.active', { count: active })}</p>}
      {action === 'suspend' && <p>{say('bulk.ask.signsOut')}</p>}
      {role !== undefined && <p>{say('bulk.ask.newRole', { role: say(roleKey(role)) })}</p>}
      <p>
        {say('bulk.ask.skipped')} {say(action === 'invite' ? 'bulk.ask.backMails' : 'bulk.ask.back')}
      </p>
    </QuestionDialog>
  );
}

const roleKey = (role: Role) => `role.${role}` as const;
