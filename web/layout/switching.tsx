import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { OwnMembership } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { goOver, signInToGoOver, takeHeading } from './go-over.ts';
import { switchableOf, switchBy } from './switch-to.ts';

/** Goes over to another membership when asked, and says what stands in the way. */
export function Switching() {
  const { say } = useTexts();
  const going = useMutation({ mutationFn: ({ tenant_id }: OwnMembership) => goOver(tenant_id) });
  const { mutate } = going;
  useEffect(() => switchBy(mutate), [mutate]);
  useEffect(() => {
    const user = viewer();
    const heading = user && takeHeading(user.id);
    const membership = switchableOf(user).find(({ tenant_id }) => tenant_id === heading);
    if (membership) mutate(membership);
  }, [mutate]);
  const to = going.variables;
  if (to === undefined || going.isIdle) return null;
  const tenant = to.tenant_name;
  if (!going.isError)
    return <div className="page-progress" role="progressbar" aria-label={say('switch.under', { tenant })} />;
  if (going.error instanceof ApiError && going.error.code === 'session.factor_required')
    return <FactorQuestion to={to} onClose={going.reset} />;
  return (
    <QuestionDialog
      title={say('switch.failed', { tenant })}
      confirm={say('app.retry')}
      onConfirm={() => mutate(to)}
      onClose={going.reset}
    >
      <ProblemNotice error={going.error} />
    </QuestionDialog>
  );
}

function FactorQuestion({ to, onClose }: { to: OwnMembership; onClose: () => void }) {
  const { say } = useTexts();
  const navigate = useNavigate();
  const me = useQuery(meQuery);
  const passkeys = useQuery({
    queryKey: ['me', 'passkeys'],
    queryFn: () => service.call('GET /api/users/me/passkeys'),
  });
  if (me.isPending || passkeys.isPending) return null;
  const hasOne = me.data?.two_factor_enabled || passkeys.data?.items.some(({ state }) => state === 'usable');
  const goOn = () => {
    if (hasOne && me.data) return signInToGoOver({ person: me.data.id, tenant: to.tenant_id });
    onClose();
    void navigate({ to: PAGE_PATHS.profile, search: { tab: 'sigurnost' } });
  };
  return (
    <QuestionDialog
      title={say('switch.factor.title')}
      confirm={say(hasOne ? 'switch.factor.signIn' : 'switch.factor.enrol')}
      onConfirm={goOn}
      onClose={onClose}
    >
      {say(hasOne ? 'switch.factor.text' : 'switch.factor.none', {
        tenant: to.tenant_name,
        role: say(`role.${to.role}`),
      })}
    </QuestionDialog>
  );
}
