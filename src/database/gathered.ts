/** Gathers what is asked for in one turn of the event loop, to be done together at its end: so many at most, more a turn later. */
export function gathered<Asked>(most: number, act: (together: Asked[]) => Promise<void>): (asked: Asked) => void {
  const waiting: Asked[] = [];
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
