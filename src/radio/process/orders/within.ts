/** Deadlines: nothing that is asked of the radio may wait for ever, whatever becomes of it below. */

/** As the promise, or rejected with the reason when that takes longer. */
export function within<Value>(milliseconds: number, promise: Promise<Value>, late: () => Error): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
