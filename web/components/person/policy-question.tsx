import { Button } from '@mantine/core';
import { viewer } from '../../auth/rights.ts';
import { useTexts } from '../../i18n/texts.ts';
import { PAGE_PATHS } from '../../routing/pages.ts';
import { ProblemNotice } from '../connection/notice.tsx';
import { AnchorLink } from '../table/page-links.tsx';
import { usePolicyConfirmation } from './policy-confirmation.ts';

interface PolicyQuestionProps {
  /** Until the page has gone on. */
  readonly busy: boolean;
  readonly onConfirmed: () => void;
}

/** Asks to confirm the policy before entering an application. The policy opens in a new tab, so that the sign-in is not lost. */
export function PolicyQuestion({ busy, onConfirmed }: PolicyQuestionProps) {
  const { say } = useTexts();
  const policy = usePolicyConfirmation({ asked: true, onConfirmed });
  const tenantId = viewer()?.tenant_id;
  return (
    <>
      <p className="lead" role="status">
        {say('policy.ask')}{' '}
        <AnchorLink
          to={PAGE_PATHS.policy}
          search={tenantId === undefined ? {} : { tenant_id: String(tenantId) }}
          target="_blank"
          underline="always"
        >
          {say('policy.read')}
        </AnchorLink>
      </p>
      {policy.error && <ProblemNotice error={policy.error} {...(policy.retry && { retry: policy.retry })} />}
      <Button size="md" fullWidth loading={policy.busy || busy} onClick={policy.confirm}>
        {say('policy.confirm')}
      </Button>
    </>
  );
}
