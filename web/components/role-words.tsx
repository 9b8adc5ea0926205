import type { Role, UserStatus } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';

export function RoleName({ role }: { role: Role }) {
  const { say } = useTexts();
  return say(`role.${role}`);
}

/** Never by colour alone: the word is always shown. */
export function StatusPill({ status }: { status: UserStatus }) {
  const { say } = useTexts();
  return (
    <span className="pill" data-status={status}>
      {say(`status.${status}`)}
    </span>
  );
}
