import type { TellProgress } from '../../platform/kernel/progress.ts';

/** Reports progress as bytes pass through; one count for all contents. */
export function toldBytes(
  tell: TellProgress | undefined,
  stage: string,
  total?: number,
): (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer> {
  let done = 0;
  return async function* (content) {
    for await (const piece of content) {
      done += piece.length;
      tell?.({ stage, done, total, unit: 'bytes' });
      yield piece;
    }
  };
}
