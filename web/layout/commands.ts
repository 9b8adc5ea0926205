import type { MantineColorScheme } from '@mantine/core';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { askUnsaved } from '../components/dialog/unsaved.ts';
import type { IconName } from '../components/frame/icons.tsx';
import { chooseLanguage, type TextKey } from '../i18n/texts.ts';
import { PAGE_PATHS, type PageLink } from '../routing/pages.ts';

/** What a command may do besides opening a page. */
export interface CommandHands {
  readonly showKeys: () => void;
  readonly setScheme: (scheme: MantineColorScheme) => void;
}

/** Something to do rather than to find. Its words, name and others, are texts: people type what they call it. */
export interface Command {
  readonly text: TextKey;
  readonly words: TextKey;
  readonly icon: IconName;
  readonly act: PageLink | ((hands: CommandHands) => void);
}

const NOT_INVITED = { status: 'invited', invitation: 'none' } as const;

const { profile, duplicates, users, imports, documents, tenants } = PAGE_PATHS;

const signOut = (everywhere: boolean) => () => askUnsaved(() => void service.signOut({ everywhere }));

/** Those that the person may use; the service decides again when they do. */
export function commandsNow(): readonly Command[] {
  return [
    ...onlyIf(may('people.manage'), command('invite', 'invitation', { to: users, search: { new: '1' } })),
    ...onlyIf(may('people.manage'), command('notInvited', 'mail', { to: users, search: NOT_INVITED })),
    ...onlyIf(may('people.manage'), command('duplicates', 'people', { to: duplicates })),
    ...onlyIf(may('imports.manage'), command('import', 'import', { to: imports })),
    ...onlyIf(may('documents.manage'), command('document', 'document', { to: documents, search: { form: 'new' } })),
    ...onlyIf(may('tenants.manage'), command('tenant', 'tenants', { to: tenants, search: { new: '1' } })),
    command('password', 'key', { to: profile, search: { tab: 'sigurnost' } }),
    command('devices', 'desktop', { to: profile, search: { tab: 'uredaji' } }),
    command('data', 'download', { to: profile, search: { tab: 'privatnost' } }),
    command('print', 'print', () => requestAnimationFrame(() => print())), // once the dialog is gone
    command('dark', 'keep', ({ setScheme }) => setScheme('dark')),
    command('light', 'info', ({ setScheme }) => setScheme('light')),
    command('english', 'info', () => void chooseLanguage('en')),
    command('croatian', 'info', () => void chooseLanguage('hr')),
    command('keys', 'info', ({ showKeys }) => showKeys()),
    command('signOut', 'back', signOut(false)),
    command('signOutAll', 'back', signOut(true)),
  ];
}

type CommandName =
  | (
      | 'invite'
      | 'notInvited'
      | 'duplicates'
      | 'import'
      | 'document'
      | 'tenant'
      | 'password'
      | 'devices'
      | 'data'
      | 'print'
    )
  | ('dark' | 'light' | 'english' | 'croatian' | 'keys' | 'signOut' | 'signOutAll');

const command = (name: CommandName, icon: IconName, act: Command['act']): Command => ({
  text: `command.${name}`,
  words: `command.${name}.words`,
  icon,
  act,
});

const onlyIf = (allowed: boolean, one: Command): readonly Command[] => (allowed ? [one] : []);
