/** Whoever closed the question instead of answering it: they know that nothing was done. */
export class NotConfirmedError extends Error {}

type Ask = () => Promise<void>;

let ask: Ask | undefined;

/** Says who asks from now on: the dialog that the pages stand in. Returns how to take that back. */
export function askBy(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Resolves once the person has proved who they are. @throws NotConfirmedError */
export const askForReauth: Ask = () => ask?.() ?? Promise.reject(new NotConfirmedError());
