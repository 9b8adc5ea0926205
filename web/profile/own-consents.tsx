import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Item } from '../../client/route-types.ts';
import type { OwnUser } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { fully } from '../components/frame/times.ts';
import { usePolicyConfirmation } from '../components/person/policy-confirmation.ts';
import { ListFoot } from '../components/table/list-foot.tsx';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

type OwnConsent = Item<'GET /api/users/me/gdpr-consent'>;

const A_PAGE = 5;

/** The user's consents; the current policy is confirmed here. */
export function OwnConsents({ me }: { me: OwnUser }) {
  const { say } = useTexts();
  const consents = useList(['me', 'consents'], (cursor) =>
    service.call('GET /api/users/me/gdpr-consent', { limit: A_PAGE, cursor }),
  );
  const policy = usePolicyConfirmation({ asked: me.consent_required });
  const { query, items } = consents;
  return (
    <Section title={say('own.consents')} text={say('own.consents.text')}>
      <Stack gap="md">
        {me.consent_required && (
          <div className="ask">
            <p>
              {say(items.length === 0 ? 'own.consents.first' : 'own.consents.moved')}{' '}
              <AnchorLink to={PAGE_PATHS.policy} search={{ tenant_id: String(me.tenant_id) }} underline="always">
                {say('policy.link')}
              </AnchorLink>
            </p>
            <Button className="firm" loading={policy.busy} onClick={policy.confirm}>
              {say('policy.confirm')}
            </Button>
          </div>
        )}
        {policy.error && <ProblemNotice error={policy.error} {...(policy.retry && { retry: policy.retry })} />}
        {policy.confirmed && <Notice kind="done">{say('own.consents.agreed')}</Notice>}
        {query.isError && <ProblemNotice error={query.error} retry={() => void query.refetch()} />}
      </Stack>
      {query.isSuccess && items.length === 0 && !me.consent_required && (
        <p className="lead">{say('own.consents.none')}</p>
      )}
      {items.map((consent, index) => (
        <Consent key={consent.consent_id} consent={consent} isLatest={index === 0} />
      ))}
      {items.length > 0 && <ListFoot list={consents} />}
    </Section>
  );
}

function Consent({ consent, isLatest }: { consent: OwnConsent; isLatest: boolean }) {
  const { say, language } = useTexts();
  const { policy_version, categories, recorded_at, joined_at } = consent;
  const namesOf = (given: boolean) =>
    Object.entries(categories)
      .filter(([, answer]) => answer === given)
      .map(([name]) => (name === 'necessary' ? say('own.consents.necessary') : name));
  const refused = namesOf(false);
  return (
    <div className="row">
      <div>
        <AnchorLink to={PAGE_PATHS.policy} search={{ version: policy_version }}>
          {say('own.consents.version', { version: policy_version })}
        </AnchorLink>
        <p className="hint">
          {namesOf(true).join(', ')}
          {refused.length > 0 && ` · ${say('own.consents.refused', { names: refused.join(', ') })}`}
          {joined_at && ` · ${say('own.consents.joined')}`}
        </p>
        {isLatest && <Withdrawal consent={consent} />}
      </div>
      <time className="hint firm" dateTime={recorded_at}>
        {fully(recorded_at, language)}
      </time>
    </div>
  );
}

/** Withdraws what was agreed to beyond what is necessary, as easily as it was given (GDPR art. 7(3)). */
function Withdrawal({ consent: { policy_version, categories } }: { consent: OwnConsent }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const agreed = Object.entries(categories).flatMap(([name, answer]) => (answer ? name : []));
  const given = agreed.filter((name) => name !== 'necessary');
  const withdrawing = useMutation({
    mutationFn: () => {
      const refused = Object.fromEntries(Object.keys(categories).map((name) => [name, false]));
      return service.either.call('POST /api/gdpr/consent', {
        policy_version,
        categories: { ...refused, necessary: true },
      });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  if (given.length === 0) return null;
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      {withdrawing.isError && <ProblemNotice error={withdrawing.error} />}
      <Button variant="default" size="xs" loading={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
        {say('own.consents.withdraw', { names: given.join(', ') })}
      </Button>
    </Stack>
  );
}
