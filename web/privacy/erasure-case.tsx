import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import type { ErasurePreview } from '../../client/wire-types.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { useFocusBack } from '../components/focus/focus-back.ts';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { fully, onDay } from '../components/frame/times.ts';
import { DaysRing } from '../components/person/days-ring.tsx';
import { deadlineOf, deadlineWords, isClose } from '../components/person/deadline.ts';
import { addressOf } from '../components/person/erased-person.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { ErasureActs } from './erasure-acts.tsx';
import { ErasureProgress } from './erasure-progress.tsx';
import { ErasureRecipients } from './erasure-recipients.tsx';
import { ErasureSides } from './erasure-sides.tsx';
import { type ErasureState, originWord, personOf, StatePill } from './erasure-words.tsx';
import { previewQuery, standingQuery } from './privacy-queries.ts';

/** What an erasure takes is told only while it can still happen. */
const STILL_TO_COME: readonly string[] = ['pending', 'approved', 'failed'] satisfies ErasureState[];

/** One request: its state, the possible decisions, what is erased and what is kept. */
export function ErasureCase({ id }: { id: number }) {
  useFocusBack();
  const { say } = useTexts();
  const preview = useQuery(previewQuery(id));
  const standing = useQuery({
    ...standingQuery(preview.data ?? { id, user_id: 0 }),
    enabled: preview.data !== undefined,
  });
  if (preview.isError) return <ClosedCase error={preview.error} />;
  if (preview.data === undefined) return <Waiting />;
  const now = { ...preview.data, ...standing.data };
  const open = now.status === 'pending';
  return (
    <>
      <BackToQueue />
      <PageHead
        title={personOf(say, now)}
        text={addressOf(now) || say('person.erased')}
        actions={<StatePill state={now.status as ErasureState} />}
      />
      <CaseFacts erasure={now} />
      <CaseNotices erasure={now} />
      {open && <ErasureActs erasure={now} />}
      {(now.status === 'approved' || now.status === 'completed' || now.status === 'failed') && (
        <ErasureProgress erasure={now} />
      )}
      <ErasureRecipients id={now.id} />
      {STILL_TO_COME.includes(now.status) && <ErasureSides rooms={now.rooms} />}
    </>
  );
}

function BackToQueue() {
  const { say } = useTexts();
  const [, change] = useAddressState();
  return (
    <Button
      className="back-to-list"
      variant="subtle"
      leftSection={<Icon name="back" size={18} />}
      onClick={() => change({ request: undefined })}
    >
      {say('privacy.back')}
    </Button>
  );
}

function CaseFacts({ erasure }: { erasure: ErasurePreview }) {
  const { say, language } = useTexts();
  const open = erasure.status === 'pending';
  const deadline = deadlineOf(erasure);
  const facts: readonly (readonly [string, string])[] = [
    [say('privacy.fact.request'), String(erasure.id)],
    [say('column.origin'), originWord(say, erasure)],
    [say('column.requested'), fully(erasure.requested_at, language)],
    ...(open ? [[say('column.due'), onDay(erasure.due_at, language)] as const] : []),
    ...(erasure.decided_at ? [[say('privacy.fact.decided'), fully(erasure.decided_at, language)] as const] : []),
    ...(erasure.cancelled_at ? [[say('privacy.fact.cancelled'), fully(erasure.cancelled_at, language)] as const] : []),
  ];
  return (
    <div className="case-facts">
      {open && <DaysRing deadline={deadline} size={88} beside />}
      <div className="case-words">
        {open && (
          <strong className="case-left" data-close={isClose(deadline) || undefined}>
            {deadlineWords(say, deadline)}
          </strong>
        )}
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

function CaseNotices({ erasure }: { erasure: ErasurePreview }) {
  const { say, language } = useTexts();
  const { status, legal_hold_at: heldAt, legal_hold_reason, extension_reason, decision_reason } = erasure;
  return (
    <>
      {status === 'pending' && heldAt !== null && (
        <Notice kind="warning">
          <strong>{say('privacy.held.title', { when: onDay(heldAt, language) })}</strong>
          <p className="reason">{legal_hold_reason}</p>
          {say('privacy.held.text')}
        </Notice>
      )}
      {erasure.extended_at !== null && (
        <Notice kind="info">
          <strong>{say('privacy.extended.title', { when: onDay(erasure.extended_at, language) })}</strong>
          <p className="reason">{extension_reason}</p>
        </Notice>
      )}
      {status === 'rejected' && (
        <Notice kind="info">
          <strong>{say('privacy.rejected.title')}</strong>
          <p className="reason">{decision_reason}</p>
        </Notice>
      )}
      {status === 'cancelled' && <Notice kind="info">{say('privacy.cancelled.text')}</Notice>}
    </>
  );
}

/** The user's own request, or one they may not decide. */
function ClosedCase({ error }: { error: unknown }) {
  const { say } = useTexts();
  const own = error instanceof ApiError && error.code === 'users.self';
  return (
    <>
      <BackToQueue />
      <PageHead title={say('privacy.case.title')} />
      {own ? <Notice kind="info">{say('privacy.own')}</Notice> : <ProblemNotice error={error} />}
    </>
  );
}

function Waiting() {
  const { say } = useTexts();
  return (
    <div aria-busy="true">
      <BackToQueue />
      <PageHead title={say('privacy.case.title')} />
      <Skeleton height={96} radius="md" mb="md" />
      <div className="erasure-sides">
        <Skeleton height={320} radius="md" />
        <Skeleton height={320} radius="md" />
      </div>
    </div>
  );
}
