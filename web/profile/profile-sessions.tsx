import { Button, Group, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { DeviceIcon, deviceName } from './device-words.tsx';
import { sessionsQuery } from './profile-queries.ts';

/** `undefined` ends all sessions but this one. */
type Ending = string | undefined;

export function ProfileSessions() {
  const sessions = useQuery(sessionsQuery);
  if (sessions.isError) return <ProblemNotice error={sessions.error} retry={() => void sessions.refetch()} />;
  return sessions.data ? <Sessions sessions={sessions.data} /> : <Skeleton height={220} radius="md" />;
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: async (id: Ending) => {
      await (id === undefined
        ? service.call('DELETE /api/users/me/sessions')
        : service.call('DELETE /api/users/me/sessions/{id}', id));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const ordered = sessions.toSorted((one, other) => Number(other.current) - Number(one.current));
  return (
    <Section title={say('profile.section.sessions')} text={say('profile.section.sessions.text')}>
      {ending.isError && <ProblemNotice error={ending.error} />}
      {ending.isSuccess && <Notice kind="done">{say('profile.sessions.ended')}</Notice>}
      {ordered.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          busy={ending.isPending}
          onEnd={() => ending.mutate(session.id)}
        />
      ))}
      {sessions.length > 1 && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate(undefined)}>
            {say('profile.sessions.endOthers')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { say, language } = useTexts();
  const { device, current, ip, last_active_at } = session;
  const name = deviceName(session, say);
  return (
    <div className="row">
      <Group gap="md" wrap="nowrap">
        <DeviceIcon device={device} />
        <div>
          <strong>{name}</strong>{' '}
          {current && (
            <span className="pill" data-good="">
              {say('profile.sessions.current')}
            </span>
          )}
          <p className="hint" title={fully(last_active_at, language)}>
            {say('profile.sessions.active', { when: recently(last_active_at, say, language), ip })}
          </p>
        </div>
      </Group>
      {!current && (
        <Button
          variant="default"
          size="sm"
          disabled={busy}
          onClick={onEnd}
          aria-label={say('profile.sessions.endOf', { device: name })}
        >
          {say('profile.sessions.end')}
        </Button>
      )}
    </div>
  );
}
