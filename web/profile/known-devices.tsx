import { Button, Group, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Item } from '../../client/route-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { DeviceIcon, deviceName } from './device-words.tsx';
import { knownDevicesQuery } from './profile-queries.ts';

/** The browsers from which a sign-in causes no mail. Nothing if none is remembered. */
export function KnownDevices() {
  const { say } = useTexts();
  const queries = useQueryClient();
  const devices = useQuery(knownDevicesQuery);
  const forgetting = useMutation({
    mutationFn: (id: number) => service.call('DELETE /api/users/me/devices/{id}', id),
    onSettled: () => queries.invalidateQueries({ queryKey: knownDevicesQuery.queryKey }),
  });
  if (devices.isError) return <ProblemNotice error={devices.error} retry={() => void devices.refetch()} />;
  if (devices.isPending) return <Skeleton height={220} radius="md" />;
  if (devices.data.length === 0 && !forgetting.isSuccess) return null;
  return (
    <Section title={say('profile.devices')} text={say('profile.devices.text')}>
      {forgetting.isError && <ProblemNotice error={forgetting.error} />}
      {forgetting.isSuccess && <Notice kind="done">{say('profile.devices.forgotten')}</Notice>}
      {devices.data.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          busy={forgetting.isPending}
          onForget={() => forgetting.mutate(device.id)}
        />
      ))}
    </Section>
  );
}

interface DeviceRowProps {
  readonly device: Item<'GET /api/users/me/devices'>;
  readonly busy: boolean;
  readonly onForget: () => void;
}

function DeviceRow({ device, busy, onForget }: DeviceRowProps) {
  const { say, language } = useTexts();
  const { current, ip, last_seen_at } = device;
  const name = deviceName(device, say);
  return (
    <div className="row">
      <Group gap="md" wrap="nowrap">
        <DeviceIcon device={device.device} />
        <div>
          <strong>{name}</strong>{' '}
          {current && (
            <span className="pill" data-good="">
              {say('profile.devices.current')}
            </span>
          )}
          <p className="hint" title={fully(last_seen_at, language)}>
            {say('profile.devices.seen', { when: recently(last_seen_at, say, language), ip })}
          </p>
        </div>
      </Group>
      <Button
        variant="default"
        size="sm"
        disabled={busy}
        onClick={onForget}
        aria-label={say('profile.devices.forgetOf', { device: name })}
      >
        {say('profile.devices.forget')}
      </Button>
    </div>
  );
}
