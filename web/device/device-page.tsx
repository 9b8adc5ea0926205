import { Button, Stack, TextInput } from '@mantine/core';
import '../styles/consent.css';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { Answer } from '../../client/route-types.ts';
import { viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { TroubleBar } from '../components/connection/trouble-bar.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { AppLogo } from '../components/frame/app-logo.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { ObligationFirst } from '../components/person/obligation-first.tsx';
import { isObligation } from '../components/person/obligations.ts';
import { PolicyQuestion } from '../components/person/policy-question.tsx';
import { useTexts } from '../i18n/texts.ts';
import { EntryFrame } from '../layout/entry-frame.tsx';
import { WithQueries } from '../layout/with-queries.tsx';
import { useAddressState } from '../routing/address-state.ts';

/** Where people let in a device without a browser, by the code that it shows (RFC 8628). */
export const DevicePage = () => (
  <WithQueries>
    <TypedCode />
  </WithQueries>
);

const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'applications.policy_unconfirmed';

/** What the application asks for is shown anew. */
const hasChanged = (error: unknown): boolean => error instanceof ApiError && error.code === 'applications.changed';

function TypedCode() {
  const { say } = useTexts();
  const [{ kod = '' }] = useAddressState();
  const [code, setCode] = useState(kod);
  const finding = useMutation({
    mutationFn: () => service.call('POST /api/users/me/applications/device', { user_code: code }),
  });
  const { mutate: find } = finding;
  const deciding = useMutation({
    mutationFn: (allow: boolean) =>
      service.call('POST /api/users/me/applications/device/decision', {
        user_code: code,
        allow,
        shown: finding.data?.shown,
      }),
    onError: (error) => {
      if (hasChanged(error)) find();
    },
  });
  const findAgain = useCallback(() => find(), [find]);
  const { form, problemOf } = useOwnValidation(find);
  const mustConfirm = isUnconfirmed(deciding.error);
  if (deciding.isSuccess) return <Decided allowed={deciding.variables} />;
  return (
    <EntryFrame title={say('applications.device.title')} trouble={<TroubleBar />}>
      <Stack gap="md">
        {deciding.error && !mustConfirm && <ProblemNotice error={deciding.error} />}
        {mustConfirm && <PolicyQuestion busy={deciding.isPending} onConfirmed={() => deciding.mutate(true)} />}
        {finding.data && !mustConfirm && (
          <DeviceQuestion
            device={finding.data}
            code={code}
            busy={deciding.isPending}
            onAllow={() => deciding.mutate(true)}
          />
        )}
        {finding.data ? (
          <Button
            variant="default"
            size="md"
            fullWidth
            disabled={deciding.isPending}
            onClick={() => deciding.mutate(false)}
          >
            {say('applications.device.refuse')}
          </Button>
        ) : isObligation(finding.error) ? (
          <ObligationFirst error={finding.error} onBack={findAgain} />
        ) : (
          <form {...form}>
            <Stack gap="md">
              {finding.error && <ProblemNotice error={finding.error} />}
              <TextInput
                size="md"
                name="code"
                label={say('applications.device.code')}
                required
                withAsterisk={false}
                error={problemOf('code')}
                description={say('applications.device.code.help')}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Button type="submit" size="md" fullWidth loading={finding.isPending}>
                {say('applications.device.next')}
              </Button>
            </Stack>
          </form>
        )}
      </Stack>
    </EntryFrame>
  );
}

interface DeviceQuestionProps {
  readonly device: Answer<'POST /api/users/me/applications/device'>;
  readonly code: string;
  readonly busy: boolean;
  readonly onAllow: () => void;
}

/** Somebody may have been sent here by a stranger with a device of their own (RFC 8628 §5.4): the code is shown once more. */
function DeviceQuestion({ device, code, busy, onAllow }: DeviceQuestionProps) {
  const { say, language } = useTexts();
  const { application, scopes, oib_ground: ground, asked_at: since } = device;
  return (
    <>
      <div>
        <AppLogo url={application.logo_url} />
        <p className="lead">{say('applications.device.shows')}</p>
        <p className="device-code">
          <code>{code.trim().toUpperCase()}</code>
          <small className="hint" title={fully(since, language)}>
            {say('applications.device.since', { when: recently(since, say, language) })}
          </small>
        </p>
        <p>{say('applications.device.asks', { name: application.name })}</p>
        <ul className="scopes">
          {scopes.map((scope) => (
            <li key={scope}>{say(`applications.scope.${scope}`)}</li>
          ))}
        </ul>
        {ground && <p dir="auto">{say('applications.enter.oib', { ground })}</p>}
      </div>
      <Notice kind="warning">{say('applications.device.warning')}</Notice>
      <p className="hint" dir="auto">
        {say('applications.enter.as', { person: viewer()?.full_name ?? '' })}
      </p>
      <Button size="md" fullWidth loading={busy} onClick={onAllow}>
        {say('applications.device.allow')}
      </Button>
    </>
  );
}

function Decided({ allowed }: { allowed: boolean }) {
  const { say } = useTexts();
  return (
    <EntryFrame title={say(allowed ? 'applications.device.allowed' : 'applications.device.refused')}>
      <Notice kind={allowed ? 'done' : 'info'}>
        {say(allowed ? 'applications.device.allowed.text' : 'applications.device.refused.text')}
      </Notice>
    </EntryFrame>
  );
}
