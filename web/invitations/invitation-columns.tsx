import '../styles/mails.css';
import type { InvitationItem, InvitationState } from '../../client/wire-types.ts';
import type { InvitationColumn } from '../../src/people/invitations/export-invitations.ts';
import { recentDay, soon } from '../components/frame/times.ts';
import { addressOf, nameOrAddress } from '../components/person/erased-person.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import type { Column } from '../components/table/data-table.tsx';
import { AddressLine, CutText, DenseName, When } from '../components/table/table-cells.tsx';
import type { TableOptions } from '../components/table/table-layout.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';
import { InvitationActs, type InvitationActsProps } from './invitation-acts.tsx';

export const INVITATIONS_TABLE: TableOptions = {
  name: 'invitations',
  roomy: ['by', 'sent', 'ends'],
  dense: ['email', 'by', 'sent', 'ends'],
  kept: ['state', 'tenant_id', 'sort'],
  cleared: ['q'],
};

const BY_EXPIRY = { up: 'expires', down: '-expires' } as const;
const UNTIL = { width: 132, narrowWidth: 100 } as const;
const SOON_MS = 24 * 3_600_000;

/** Who was invited by whom, when, and until when; for ended invitations when they ended, if known. */
export function invitationColumns(
  { say, language, dense }: { say: Say; language: Language; dense: boolean },
  state: InvitationState,
  acts: Omit<InvitationActsProps, 'invitation'>,
): readonly Column<InvitationItem, InvitationColumn>[] {
  const when = (at: string) => <When at={at} words={recentDay(at, say, language)} language={language} />;
  const ends: readonly Column<InvitationItem, InvitationColumn>[] =
    state === 'pending'
      ? [
          {
            key: 'ends',
            head: say('invitations.column.expires'),
            ...UNTIL,
            sort: BY_EXPIRY,
            file: ['expires'],
            show: ({ expires_at: at }) => (
              <When at={at} words={soon(at, say, language)} language={language} hurries={isSoon(at)} />
            ),
          },
        ]
      : state === 'expired'
        ? [
            {
              key: 'ends',
              head: say('invitations.column.expired'),
              ...UNTIL,
              sort: BY_EXPIRY,
              file: ['expires'],
              show: ({ expires_at }) => when(expires_at),
            },
          ]
        : state === 'used'
          ? [
              {
                key: 'ends',
                head: say('column.accepted'),
                ...UNTIL,
                file: ['used'],
                show: ({ used_at }) => used_at && when(used_at),
              },
            ]
          : [];
  return [
    {
      key: 'person',
      always: true,
      head: say('column.person'),
      grows: true,
      sort: { up: 'name', down: '-name' },
      file: ['person', ...(dense ? [] : ['email' as const])],
      show: (row) => (dense ? <DenseName words={nameOrAddress(row)} /> : <InvitedCell invitation={row} say={say} />),
    },
    {
      key: 'email',
      head: say('column.email'),
      width: 232,
      wideOnly: 'laptop',
      show: (row) => <CutText text={addressOf(row)} />,
    },
    {
      key: 'by',
      head: say('column.sender'),
      width: 176,
      wideOnly: 'tablet',
      show: ({ invited_by }) => (
        <span className="cut tenant-word" dir="auto">
          {invited_by ?? '–'}
        </span>
      ),
    },
    {
      key: 'sent',
      head: say('column.sent'),
      width: 132,
      narrowWidth: 104,
      wideOnly: ends.length > 0,
      sort: { up: 'created', down: '-created', first: 'down' },
      file: ['sent', 'mail'],
      show: ({ created_at, mail }) => (mail === 'failed' ? <Undelivered say={say} /> : when(created_at)),
    },
    ...ends,
    ...(state === 'used' || state === 'replaced'
      ? []
      : [
          {
            key: 'acts',
            always: true,
            head: say('invitations.column.acts'),
            width: 248,
            narrowWidth: 68,
            screenOnly: true,
            file: [],
            show: (row: InvitationItem) => <InvitationActs invitation={row} {...acts} />,
          },
        ]),
  ];
}

const isSoon = (at: string): boolean => new Date(at).getTime() - Date.now() < SOON_MS;

const Undelivered = ({ say }: { say: Say }) => (
  <span className="pill mail-state" data-state="failed">
    {say('invitations.undelivered')}
  </span>
);

function InvitedCell({ invitation, say }: { invitation: InvitationItem; say: Say }) {
  const { user_id: id, full_name, email, invited_by, mail } = invitation;
  return (
    <div className="person-cell">
      <PersonAvatar person={{ id, full_name, avatar_url: null }} size={36} />
      <div className="person-words">
        <strong className="cut" dir="auto">
          {nameOrAddress({ full_name, email })}
        </strong>
        <AddressLine email={addressOf({ email })} />
        {mail === 'failed' && (
          <span className="phone-pill">
            <Undelivered say={say} />
          </span>
        )}
        {invited_by && (
          <span className="cut hint-line narrow-only" data-until="tablet" dir="auto">
            {say('invitations.by', { name: invited_by })}
          </span>
        )}
      </div>
    </div>
  );
}
