import type { InvitationOfPerson, Role, UserStatus } from '../../../client/wire-types.ts';
import { useTexts } from '../../i18n/texts.ts';

export function RoleName({ role }: { role: Role }) {
  const { say } = useTexts();
  return say(`role.${role}`);
}

interface StatusProps {
  readonly status: UserStatus;
  readonly invitation?: InvitationOfPerson | undefined;
}

/** In a list, only what is unusual stands out. */
export function StatusWord(props: StatusProps) {
  const { say } = useTexts();
  return props.status === 'active' ? <span className="faint">{say('status.active')}</span> : <StatusPill {...props} />;
}

/** Never by colour alone: the word is always shown. */
export function StatusPill({ status, invitation }: StatusProps) {
  const { say } = useTexts();
  const without = status === 'invited' && (invitation === 'none' || invitation === 'expired') ? invitation : undefined;
  return (
    <span className="pill" data-status={status}>
      {say(without ? `status.invited.${without}` : `status.${status}`)}
    </span>
  );
}
