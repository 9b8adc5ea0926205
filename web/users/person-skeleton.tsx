import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useTexts } from '../i18n/texts.ts';

/** A skeleton. */
export function PersonSkeleton() {
  const { say } = useTexts();
  return (
    <div className="person-skeleton" role="status" aria-label={say('app.loading')}>
      <Skeleton height={20} width="40%" radius="sm" />
      <Skeleton height={64} radius="md" />
      <Skeleton height={64} radius="md" />
      <Skeleton height={64} radius="md" />
    </div>
  );
}
