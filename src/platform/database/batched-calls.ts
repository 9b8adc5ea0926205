/** Gathers the requests of one turn of the event loop and handles them together at its end; those beyond `most` a turn later. */
export function batched<Request>(most: number, act: (together: Request[]) => Promise<void>): (asked: Request) => void {
  const waiting: Request[] = [];
  const begin = () => {
    const together = waiting.splice(0, most);
    if (waiting.length > 0) setImmediate(begin);
    void act(together);
  };
  return (asked) => {
    if (waiting.length === 0) setImmediate(begin);
    waiting.push(asked);
  };
}
