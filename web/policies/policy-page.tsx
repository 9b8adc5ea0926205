import '@mantine/core/styles/Skeleton.css';
import '../styles/policies.css';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Policy } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { fully, onDay } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { MarkdownText } from './markdown-text.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { POLICY_KEY, versionsQuery } from './policy-queries.ts';

/** The privacy policy that the reader is asked about, or another; administrators publish the next version here. */
export function PolicyPage() {
  const { say, language } = useTexts();
  const [{ tenant_id, version, edit }, change] = useAddressState();
  const signedIn = service.holdsSignIn();
  const { data: viewer, isPending } = useQuery({ ...meQuery, enabled: signedIn });
  const tenantId = Number(tenant_id ?? viewer?.tenant_id) || undefined;
  const asked = { ...(tenantId ? { tenant_id: tenantId } : {}), ...(version ? { version } : {}), language };
  const policy = useQuery({
    queryKey: [...POLICY_KEY, asked],
    queryFn: () => service.open.call('GET /api/privacy-policy', asked),
    enabled: !(signedIn && isPending),
  });
  const isReachable =
    viewer !== undefined && (viewer.capabilities.includes('tenants.all') || viewer.tenant_id === tenantId);
  const mayEdit = isReachable && tenantId && viewer.capabilities.includes('policies.publish');
  if (mayEdit && edit !== undefined && policy.data)
    return <PolicyEditor tenantId={tenantId} inForce={policy.data} onClose={() => change({ edit: undefined })} />;
  return (
    <div className="narrow">
      <PageHead
        title={say('policies.title')}
        actions={
          mayEdit &&
          version === undefined && (
            <Button onClick={() => change({ edit: '1' }, { asNewStep: true })}>{say('policies.edit')}</Button>
          )
        }
      />
      {policy.isError && <ProblemNotice error={policy.error} retry={() => void policy.refetch()} />}
      {policy.isPending && <Skeleton height={480} radius="md" aria-busy />}
      {policy.data && (
        <>
          <PolicyFacts policy={policy.data} older={version !== undefined} />
          <article className="card" aria-label={say('policies.title')}>
            <MarkdownText source={policy.data.text} />
          </article>
        </>
      )}
      {mayEdit && <PolicyVersions tenantId={tenantId} />}
    </div>
  );
}

/** Whose it is and since when; a default text says that it is one. */
function PolicyFacts({ policy, older }: { policy: Policy; older: boolean }) {
  const { say, language } = useTexts();
  const { number, tenant_name: name, since } = policy;
  return (
    <div className="policy-facts">
      {policy.source === 'default' ? (
        <Notice kind="info">{say('policies.default', { version: policy.version })}</Notice>
      ) : (
        <p className="lead" dir="auto">
          {say('policies.of', { name: name ?? '', number: number ?? '', day: since ? onDay(since, language) : '' })}
        </p>
      )}
      {older && <Notice kind="info">{say('policies.older')}</Notice>}
    </div>
  );
}

/** What was published so far; each version can be read as it was. */
function PolicyVersions({ tenantId }: { tenantId: number }) {
  const { say, language } = useTexts();
  const { data } = useQuery(versionsQuery(tenantId));
  if (!data || data.items.length === 0) return null;
  return (
    <div className="policy-versions">
      <Section title={say('policies.versions')}>
        {data.items.map(({ number, version, published_at }) => (
          <div className="row" key={version}>
            <AnchorLink to={PAGE_PATHS.policy} search={{ tenant_id: String(tenantId), version }}>
              {say('policies.version', { number })}
            </AnchorLink>
            <time className="hint" dateTime={published_at}>
              {fully(published_at, language)}
            </time>
          </div>
        ))}
      </Section>
    </div>
  );
}
