import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { IdentityProvider } from '../../client/wire-types.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { CopyButton } from '../components/form/copy-button.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { providersQuery } from './providers-query.ts';

interface ProviderCardProps {
  readonly provider: IdentityProvider;
  readonly onEdit: () => void;
}

/** One provider: what is registered, a test of the connection, and how to change or remove it. */
export function ProviderCard({ provider, onEdit }: ProviderCardProps) {
  const { say } = useTexts();
  const { key, name, issuer, linking, domains, callback_url } = provider;
  const [removing, setRemoving] = useState(false);
  const test = useMutation({ mutationFn: () => service.call('POST /api/admin/identity-providers/{key}/test', key) });
  return (
    <Section title={name} text={say(`providers.linking.${linking}`, { domains: domains.join(', ') })}>
      <dl className="provider-facts">
        <dt>{say('providers.field.issuer')}</dt>
        <dd className="long">{issuer}</dd>
        <dt>{say('providers.callback')}</dt>
        <dd>
          <div className="provider-callback">
            <code className="long">{callback_url}</code>
            <CopyButton text={callback_url} />
          </div>
          <p className="hint">{say('providers.callback.help')}</p>
        </dd>
      </dl>
      {test.error && !(test.error instanceof NotConfirmedError) && <ProblemNotice error={test.error} />}
      {test.data && !test.isPending && <ProviderTest outcome={test.data} />}
      <div className="provider-acts">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {say('providers.test')}
        </Button>
        <Button variant="default" onClick={onEdit} aria-label={`${say('providers.edit')}: ${name}`}>
          {say('providers.edit')}
        </Button>
        <Button
          variant="default"
          data-danger
          onClick={() => setRemoving(true)}
          aria-label={`${say('providers.remove')}: ${name}`}
        >
          {say('providers.remove')}
        </Button>
      </div>
      {removing && <RemoveQuestion provider={provider} onClose={() => setRemoving(false)} />}
    </Section>
  );
}

function RemoveQuestion({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const { key, name } = provider;
  const removal = useMutation({
    mutationFn: () => service.call('DELETE /api/admin/identity-providers/{key}', key),
    onSuccess: () => sayDone(say('providers.did.remove', { name })),
    onError: (error) => sayRefused(error, say, language),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: providersQuery.queryKey });
    },
  });
  return (
    <QuestionDialog
      title={say('providers.remove.title', { name })}
      confirm={say('providers.remove')}
      typed={{ label: say('app.typeToConfirm', { word: name }), word: name }}
      danger
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {say('providers.remove.text')}
    </QuestionDialog>
  );
}

const CHECKS = ['discovery', 'keys', 'client'] as const;

/** What a test of the connection found, each thing with a word. */
function ProviderTest({
  outcome: { ok, checks },
}: {
  outcome: Answer<'POST /api/admin/identity-providers/{key}/test'>;
}) {
  const { say } = useTexts();
  return (
    <div className="provider-test">
      <Notice kind={ok ? 'done' : 'problem'}>
        <strong>{say(ok ? 'providers.check.all' : 'providers.check.problem')}</strong>
        <ul>
          {CHECKS.map((check) => {
            const found = checks.find((one) => one.check === check);
            const icon = found === undefined ? 'minus' : found.ok ? 'done' : 'warning';
            return (
              <li key={check}>
                <Icon name={icon} size={18} />
                <span>
                  {say(`providers.check.${check}`)}
                  {': '}
                  {found === undefined && say('providers.check.skipped')}
                  {found?.ok && say('providers.check.fine')}
                  {found?.problem && say(`providers.problem.${found.problem}`)}
                </span>
              </li>
            );
          })}
        </ul>
      </Notice>
    </div>
  );
}
