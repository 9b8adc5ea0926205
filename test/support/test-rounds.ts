import { hours } from '../../src/platform/kernel/durations.ts';

const wanted = Number(process.env.TEST_ROUNDS || 0);

/** Whether `npm run soak` runs this test. */
export const isSoak = wanted > 0;

/** How often a race or crash is repeated: `TEST_ROUNDS`, else what the suite has time for. */
export const roundsOr = (usual: number): number => wanted || usual;

/** Milliseconds that a test of rounds may take: as many as it likes where `TEST_ROUNDS` asks for more than usual. */
export const timeFor = (usual: number): number => (wanted ? hours(12) : usual);
