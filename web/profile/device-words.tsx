import type { OwnSession } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import type { Say } from '../i18n/texts.ts';

type Device = Pick<OwnSession, 'device' | 'browser' | 'os'>;

export const DeviceIcon = ({ device }: Pick<Device, 'device'>) => (
  <Icon name={device === 'mobile' || device === 'tablet' ? 'mobile' : 'desktop'} size={24} />
);

/** `Firefox 145 · Linux`. */
export const deviceName = ({ browser, os }: Omit<Device, 'device'>, say: Say): string =>
  [browser, os].filter(Boolean).join(' · ') || say('profile.sessions.unknown');
