/**
 * Calls `next` at once with a plain value, and later with a promised one. `await` would cost every call a promise and a
 * microtask, although hardly any has to wait.
 */
export const thenSync = <Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> => (value instanceof Promise ? value.then(next) : next(value));
