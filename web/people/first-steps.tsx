import '../styles/first-steps.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FirstSteps as Steps } from '../../client/wire-types.ts';
import { grantableIn } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { FirstStepLink, type Step } from './first-step-link.tsx';
import { firstStepsQuery } from './first-steps-query.ts';

interface FirstStepsProps {
  readonly tenantId: number;
  /** Where the list was put aside: whether a way back to it is offered. */
  readonly mayReturn?: boolean;
}

/** What a new federation or club still has to do, each with its act; gone once all is done, or put aside. */
export function FirstSteps({ tenantId, mayReturn = false }: FirstStepsProps) {
  const { say } = useTexts();
  const { data } = useQuery(firstStepsQuery(tenantId));
  const putAside = usePutAside(tenantId);
  const done = data?.steps.filter(({ state }) => state === 'done').length;
  if (data === undefined || done === data.steps.length) return null;
  if (data.put_aside_at !== null)
    return (
      mayReturn && (
        <p className="steps-again">
          <Button variant="subtle" loading={putAside.isPending} onClick={() => putAside.mutate(false)}>
            {say('first.again')}
          </Button>
        </p>
      )
    );
  return (
    <Section title={say('first.title')} text={say('first.count', { done: done ?? 0, all: data.steps.length })}>
      <ol className="steps">
        {data.steps.map((one) => (
          <StepLine key={one.step} {...one} steps={data} tenantId={tenantId} />
        ))}
      </ol>
      <Button mt="lg" variant="default" size="sm" loading={putAside.isPending} onClick={() => putAside.mutate(true)}>
        {say('first.aside')}
      </Button>
    </Section>
  );
}

/** Kept with the tenant: whoever administers it sees the same. */
function usePutAside(tenantId: number) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const putting = useMutation({
    mutationFn: (put_aside: boolean) =>
      service.call('PUT /api/admin/tenants/{id}/first-steps', tenantId, { put_aside }),
    onSuccess: (steps, isAside) => {
      queries.setQueryData(firstStepsQuery(tenantId).queryKey, steps);
      if (isAside)
        sayDone(say('first.aside.did'), { label: say('first.aside.undo'), run: () => putting.mutate(false) });
    },
    onError: (error) => sayRefused(error, say, language),
  });
  return putting;
}

interface StepLineProps extends Step {
  readonly steps: Steps;
  readonly tenantId: number;
}

function StepLine({ step, state, steps, tenantId }: StepLineProps) {
  const { say } = useTexts();
  const { name, hint, isAct } =
    step === 'administrators'
      ? administratorsWords(steps.administrators, state, grantableIn(tenantId).includes('admin'))
      : ({ name: `first.${step}`, hint: `first.${step}.text`, isAct: true } as const);
  return (
    <li data-state={state}>
      <span className="step-mark" aria-hidden="true">
        {state !== 'open' && <Icon name={state === 'done' ? 'done' : 'clock'} size={16} />}
      </span>
      <div>
        {isAct && state !== 'done' ? (
          <FirstStepLink step={step} state={state} steps={steps} tenantId={tenantId}>
            {say(name)}
          </FirstStepLink>
        ) : (
          <span className="step-name">{say(name)}</span>
        )}
        {state !== 'open' && ` · ${say(`first.${state}`)}`}
        <p className="hint">{say(hint)}</p>
      </div>
    </li>
  );
}

/** A club's administrators cannot make others of their kind: whoever is above the club does. */
function administratorsWords(count: number, state: Step['state'], mayGrant: boolean) {
  const name = mayGrant
    ? (`first.administrators.${count === 0 ? 'first' : 'second'}` as const)
    : ('first.administrators' as const);
  if (state === 'waiting') return { name, hint: 'first.administrators.waits', isAct: true } as const;
  const hint = mayGrant || state === 'done' ? 'first.administrators.text' : 'first.administrators.above';
  return { name, hint, isAct: mayGrant } as const;
}
