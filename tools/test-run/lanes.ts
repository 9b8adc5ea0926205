import { availableParallelism } from 'node:os';

/** What the first lanes take first: the rest mostly waits, for starts, ends and what is away. */
type Kind = 'computes' | 'waits';

/**
 * Does each task once. A lane for each core has tasks that compute. Two more have those that wait, so that no core is idle meanwhile; when
 * none is left, one of the two helps with what computes, and no more, since timings worsen.
 */
export async function inLanes<Task>(
  tasks: readonly Task[],
  waits: (task: Task) => boolean,
  perform: (task: Task) => Promise<void>,
): Promise<void> {
  const left = { computes: tasks.filter((task) => !waits(task)), waits: tasks.filter(waits) };
  const lane = async (...kinds: readonly Kind[]): Promise<void> => {
    const next = () => left[kinds.find((kind) => left[kind].length > 0) ?? kinds[0] ?? 'waits'].shift();
    for (let task = next(); task !== undefined; task = next()) await perform(task);
  };
  const cores = Math.min(4, availableParallelism());
  const computing = Array.from({ length: cores }, () => lane('computes', 'waits'));
  await Promise.all([...computing, lane('waits', 'computes'), lane('waits')]);
}
