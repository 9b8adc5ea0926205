import type { Role, UserStatus } from '../../client/wire-types.ts';
import { useTexts } from '../texts/texts.ts';

export function RoleName({ role }: { role: Role }) {
  const { say } = useTexts();
  return say(`role.${role}`);
}

/** Never by colour alone: the word is always there. */
export function StatusPill({ status }: { status: UserStatus }) {
  const { say } = useTexts();
  return (
    <span className="pill" data-status={status}>
      {say(`status.${status}`)}
    </span>
  );
}
