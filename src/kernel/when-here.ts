/**
 * Goes on with a value at once where it is here, and later where it is promised: `await` would cost every call a promise and
 * a turn of the microtasks, although hardly any has to wait.
 */
export const whenHere = <Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> => (value instanceof Promise ? value.then(next) : next(value));
