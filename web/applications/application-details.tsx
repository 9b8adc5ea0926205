import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { Application } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { ActRow } from '../people/act-row.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { ApplicationLogo } from './application-logo.tsx';
import { ApplicationLogouts } from './application-logouts.tsx';
import { APPLICATIONS_KEY } from './applications-queries.ts';
import { Fact, OneTimeSecret } from './one-time-secret.tsx';
import { Recipe } from './recipe.tsx';
import { ScopeRoutes } from './scope-routes.tsx';
import { SubscriptionsLink } from './subscriptions-link.tsx';

interface ApplicationDetailsProps {
  readonly application: Application;
  readonly onGone: () => void;
}

type Asked = 'edit' | 'renew' | 'remove';

/** The values to configure in the application, and actions on it. */
export function ApplicationDetails({ application, onGone }: ApplicationDetailsProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<Answer<'POST /api/admin/applications/{id}/secret'>>();
  const renew = () => queries.invalidateQueries({ queryKey: APPLICATIONS_KEY });
  const done = () => setAsked(undefined);
  const making = useMutation({
    mutationFn: () => service.call('POST /api/admin/applications/{id}/secret', application.id),
    onSuccess: (made) => {
      setSecret(made);
      return renew();
    },
    onSettled: done,
  });
  const removing = useMutation({
    mutationFn: () => service.call('DELETE /api/admin/applications/{id}', application.id),
    onSuccess: async () => {
      sayDone(say('applications.did.remove', { name: application.name }));
      onGone();
      await renew();
    },
    onSettled: done,
  });
  const { secret_made_at: made } = application;
  const isService = application.kind === 'service';
  const error = making.error ?? removing.error;
  return (
    <Stack gap="lg">
      {error && <ProblemNotice error={error} />}
      {secret && <OneTimeSecret secret={secret.client_secret} onStored={() => setSecret(undefined)} />}
      <div>
        <Fact label={say('applications.clientId')} value={application.id} />
        {isService ? (
          <Fact label={say('applications.service.token')} value={`${location.origin}/oidc/token`} />
        ) : (
          <Fact label={say('applications.issuer')} value={`${location.origin}/oidc`} />
        )}
        {application.redirect_uris.map((address) => (
          <Fact key={address} label={say('applications.redirect')} value={address} />
        ))}
      </div>
      <Recipe application={application} />
      {isService ? (
        <ScopeRoutes scopes={application.scopes} />
      ) : (
        <div>
          <strong>{say('applications.scopes')}</strong>
          <ul>
            {application.scopes.map((scope) => (
              <li key={scope}>{say(`applications.scope.${scope}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <ApplicationLogo application={application} />
      <Stack gap={12}>
        <ActRow
          title={say('applications.edit')}
          text={`${say('applications.since')}: ${fully(application.created_at, language)}`}
          verb={say('applications.edit.act')}
          onAct={() => setAsked('edit')}
        />
        {application.keeps_secret && (
          <ActRow
            title={say('applications.secret')}
            text={
              made === null
                ? say(isService ? 'applications.service.secret.none' : 'applications.secret.none')
                : say('applications.secret.made', { when: fully(made, language) })
            }
            verb={say(made === null ? 'applications.secret.make' : 'applications.secret.renew')}
            busy={making.isPending}
            onAct={() => (made === null ? making.mutate() : setAsked('renew'))}
          />
        )}
        <SubscriptionsLink application={application} />
        <ActRow
          title={say('applications.remove')}
          text={say(isService ? 'applications.service.remove.text' : 'applications.remove.text')}
          verb={say('applications.remove')}
          danger
          onAct={() => setAsked('remove')}
        />
      </Stack>
      {!isService && <ApplicationLogouts application={application} />}
      {asked === 'edit' && <ApplicationDialog application={application} onClose={done} onSaved={done} />}
      {asked === 'renew' && (
        <QuestionDialog
          title={say('applications.secret.renew.ask')}
          confirm={say('applications.secret.renew')}
          busy={making.isPending}
          onConfirm={() => making.mutate()}
          onClose={done}
        >
          {say(isService ? 'applications.service.secret.renew.text' : 'applications.secret.renew.text')}
        </QuestionDialog>
      )}
      {asked === 'remove' && (
        <QuestionDialog
          title={say('applications.remove.title', { name: application.name })}
          confirm={say('applications.remove')}
          typed={{ label: say('app.typeToConfirm', { word: application.name }), word: application.name }}
          danger
          busy={removing.isPending}
          onConfirm={() => removing.mutate()}
          onClose={done}
        >
          {say(isService ? 'applications.service.remove.text' : 'applications.remove.text')}
        </QuestionDialog>
      )}
    </Stack>
  );
}
