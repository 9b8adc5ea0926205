import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Application, Subscription } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { ActRow } from '../people/act-row.tsx';
import { EVENT_GROUPS } from './event-types.ts';
import { Fact, OneTimeSecret } from './one-time-secret.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { isAccepted, problemOf, SubscriptionAttempts } from './subscription-attempts.tsx';
import { conditionOf, conditionText, needsSomebody } from './subscription-condition.ts';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { isCalled } from './subscription-form.ts';
import { SUBSCRIPTIONS_KEY } from './subscriptions-queries.ts';
import { whyNot } from './why-not.ts';

interface SubscriptionDetailsProps {
  readonly subscription: Subscription;
  readonly applications: readonly Application[];
  /** Of one that has just been made. */
  readonly firstSecret: string | undefined;
  readonly onSecretStored: () => void;
  readonly onGone: () => void;
}

type Asked = 'edit' | 'renew' | 'replay' | 'remove';

/** What a subscription gets, how it does, and what can be done about it. */
export function SubscriptionDetails(props: SubscriptionDetailsProps) {
  const { subscription, applications, firstSecret, onSecretStored, onGone } = props;
  const { id, form, state } = subscription;
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [newSecret, setNewSecret] = useState<string>();
  const renew = () => queries.invalidateQueries({ queryKey: SUBSCRIPTIONS_KEY });
  const done = () => setAsked(undefined);
  const isActive = state === 'active';
  const switching = useMutation({
    mutationFn: () =>
      isActive
        ? service.call('POST /api/admin/subscriptions/{id}/pause', id)
        : service.call('POST /api/admin/subscriptions/{id}/resume', id),
    onSuccess: () => {
      sayDone(say(isActive ? 'subscriptions.did.pause' : 'subscriptions.did.resume'));
      return renew();
    },
  });
  const testing = useMutation({
    mutationFn: () => service.call('POST /api/admin/subscriptions/{id}/test', id),
    onSuccess: renew,
  });
  const making = useMutation({
    mutationFn: () => service.call('POST /api/admin/subscriptions/{id}/secret', id),
    onSuccess: ({ secret }) => {
      setNewSecret(secret);
      return renew();
    },
    onSettled: done,
  });
  const removing = useMutation({
    mutationFn: () => service.call('DELETE /api/admin/subscriptions/{id}', id),
    onSuccess: async () => {
      sayDone(say('subscriptions.did.remove'));
      onGone();
      await renew();
    },
    onSettled: done,
  });
  const secret = newSecret ?? firstSecret;
  const error = switching.error ?? testing.error ?? making.error ?? removing.error;
  return (
    <Stack gap="lg">
      {error && <ProblemNotice error={error} />}
      {secret !== undefined && (
        <OneTimeSecret
          key={secret}
          secret={secret}
          onStored={() => {
            setNewSecret(undefined);
            onSecretStored();
          }}
        />
      )}
      <Notice kind={needsSomebody(conditionOf(subscription)) ? 'warning' : 'info'}>
        {conditionText(subscription, say, language)}
      </Notice>
      <SubscriptionFacts subscription={subscription} />
      <Stack gap={12}>
        <ActRow
          title={say(isActive ? 'subscriptions.pause' : 'subscriptions.resume')}
          text={say(isActive ? 'subscriptions.pause.text' : 'subscriptions.resume.text')}
          verb={say(isActive ? 'subscriptions.pause' : 'subscriptions.resume')}
          busy={switching.isPending}
          onAct={() => switching.mutate()}
        />
        {isCalled(form) && (
          <ActRow
            title={say('subscriptions.test')}
            text={say('subscriptions.test.text')}
            verb={say('subscriptions.test.act')}
            busy={testing.isPending}
            onAct={() => testing.mutate()}
          />
        )}
        {testing.data && (
          <Notice kind={isAccepted(form, testing.data) ? 'done' : 'problem'}>
            {isAccepted(form, testing.data)
              ? say('subscriptions.test.good', { status: testing.data.status ?? '' })
              : say('subscriptions.test.bad', { why: whyNot(problemOf(testing.data), say) })}
          </Notice>
        )}
        <ActRow
          title={say('subscriptions.edit')}
          text={say('subscriptions.edit.text')}
          verb={say('subscriptions.edit.act')}
          onAct={() => setAsked('edit')}
        />
        {form === 'push' && (
          <ActRow
            title={say('subscriptions.secret')}
            text={
              subscription.previous_until !== null && Date.parse(subscription.previous_until) > Date.now()
                ? say('subscriptions.secret.both', { when: fully(subscription.previous_until, language) })
                : say('subscriptions.secret.text')
            }
            verb={say('subscriptions.secret.renew')}
            busy={making.isPending}
            onAct={() => setAsked('renew')}
          />
        )}
        <ActRow
          title={say('subscriptions.replay')}
          text={say('subscriptions.replay.text')}
          verb={say('subscriptions.replay')}
          onAct={() => setAsked('replay')}
        />
        <ActRow
          title={say('subscriptions.remove')}
          text={say('subscriptions.remove.text')}
          verb={say('subscriptions.remove')}
          danger
          onAct={() => setAsked('remove')}
        />
      </Stack>
      <SubscriptionAttempts subscription={subscription} />
      {asked === 'edit' && (
        <SubscriptionDialog subscription={subscription} applications={applications} onClose={done} onSaved={done} />
      )}
      {asked === 'renew' && (
        <QuestionDialog
          title={say('subscriptions.secret.ask')}
          confirm={say('subscriptions.secret.renew')}
          busy={making.isPending}
          onConfirm={() => making.mutate()}
          onClose={done}
        >
          {say('subscriptions.secret.askText')}
        </QuestionDialog>
      )}
      {asked === 'replay' && (
        <ReplayDialog
          subscription={subscription}
          onClose={done}
          onDone={() => {
            done();
            void renew();
          }}
        />
      )}
      {asked === 'remove' && (
        <QuestionDialog
          title={say('subscriptions.remove.ask')}
          confirm={say('subscriptions.remove')}
          danger
          busy={removing.isPending}
          onConfirm={() => removing.mutate()}
          onClose={done}
        >
          {say('subscriptions.remove.text')}
        </QuestionDialog>
      )}
    </Stack>
  );
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { say, language } = useTexts();
  const { url, types, purpose, created_at: since, last_seq: last, starts_after: start } = subscription;
  return (
    <div>
      {url !== null && <Fact label={say('subscriptions.url')} value={url} />}
      <Line label={say('subscriptions.since')} text={fully(since, language)} />
      <Line
        label={say('subscriptions.last')}
        text={last > start ? say('subscriptions.place', { seq: last }) : say('subscriptions.last.none')}
      />
      <Line label={say('subscriptions.purpose')} text={purpose ?? say('subscriptions.names.none')} />
      {types === null ? (
        <Line label={say('subscriptions.types')} text={say('subscriptions.types.all')} />
      ) : (
        <div className="row">
          <div>
            <span className="hint">{say('subscriptions.types')}</span>
            <ul className="recipe">
              {EVENT_GROUPS.map(([group, all]) => {
                const chosen = all.filter((type) => types.includes(type));
                if (chosen.length === 0) return null;
                return (
                  <li key={group}>
                    {say(`audit.group.${group}`)}: {chosen.map((type) => say(`audit.act.${type}`)).join(', ')}
                  </li>
                );
              })}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

const Line = ({ label, text }: { label: string; text: string }) => (
  <div className="row">
    <div>
      <span className="hint">{label}</span>
      <div className="long" dir="auto">
        {text}
      </div>
    </div>
  </div>
);
