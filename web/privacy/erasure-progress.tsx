import { Button, Group, Loader } from '@mantine/core';
import type { ErasurePreview } from '../../client/wire-types.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { fully } from '../components/frame/times.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useDecision } from './decide.ts';

/** How many of the steps below are done at each stage of the service. */
const DONE: Readonly<Record<string, number>> = { start: 0, mail: 0, erased: 2, done: 3 };
const WORDS: readonly TextKey[] = ['privacy.step.mail', 'privacy.step.data', 'privacy.step.certificate'];

/** The progress of an approved request up to its certificate, or the error that stopped it. */
export function ErasureProgress({ erasure }: { erasure: ErasurePreview }) {
  const { say, language } = useTexts();
  const [, change] = useAddressState();
  const { status, completed_at } = erasure;
  const done = DONE[erasure.step] ?? 0;
  return (
    <Section title={say(`privacy.progress.${status as 'approved' | 'completed' | 'failed'}`)}>
      <ol className="erasure-steps" aria-live="polite">
        {WORDS.map((text, place) => (
          <li key={text} data-step={place < done ? 'done' : place === done ? status : 'later'}>
            <span className="step-mark">
              {place < done && <Icon name="done" size={18} />}
              {place === done && status === 'approved' && <Loader size={16} />}
              {place === done && status === 'failed' && <Icon name="warning" size={18} />}
            </span>
            {say(text)}
            {place < done && <span className="hidden">{say('privacy.step.isDone')}</span>}
          </li>
        ))}
      </ol>
      {status === 'approved' && <p className="hint">{say('privacy.progress.wait')}</p>}
      {status === 'failed' && <FailedErasure erasure={erasure} />}
      {status === 'completed' && completed_at !== null && (
        <Group justify="space-between" mt="md">
          <span>{say('privacy.progress.completedAt', { when: fully(completed_at, language) })}</span>
          <Button onClick={() => change({ certificate: String(erasure.id), request: undefined }, { asNewStep: true })}>
            {say('privacy.certificate.open')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

function FailedErasure({ erasure }: { erasure: ErasurePreview }) {
  const { say } = useTexts();
  const { mutate, isPending, problem } = useDecision(erasure, () => {});
  return (
    <>
      <Notice kind="problem">
        {say('privacy.failed.text')} <code>{erasure.failure}</code>
      </Notice>
      {problem && <ProblemNotice error={problem} />}
      <Group justify="flex-end" mt="md">
        <Button loading={isPending} onClick={() => mutate({ decision: 'approve', reason: '' })}>
          {say('privacy.failed.retry')}
        </Button>
      </Group>
    </>
  );
}
