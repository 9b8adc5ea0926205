/** The person closed the question instead of answering it, and so knows that nothing was done. */
export class NotConfirmedError extends Error {}

type Ask = () => Promise<void>;

let ask: Ask | undefined;

/** Registers the dialog that asks the question. Returns a function that unregisters it. */
export function askBy(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Resolves once the person has proved who they are. @throws NotConfirmedError */
export const askForReauth: Ask = () => ask?.() ?? Promise.reject(new NotConfirmedError());
