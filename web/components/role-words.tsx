import type { InvitationOfPerson, Role, UserStatus } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';

export function RoleName({ role }: { role: Role }) {
  const { say } = useTexts();
  return say(`role.${role}`);
}

/** Never by colour alone: the word is always shown. */
export function StatusPill({
  status,
  invitation,
}: {
  status: UserStatus;
  invitation?: InvitationOfPerson | undefined;
}) {
  const { say } = useTexts();
  const without = status === 'invited' && (invitation === 'none' || invitation === 'expired') ? invitation : undefined;
  return (
    <span className="pill" data-status={status}>
      {say(without ? `status.invited.${without}` : `status.${status}`)}
    </span>
  );
}
