/** A list of listeners. */
export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    on(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(): void {
      for (const listener of listeners) listener();
    },
    size: () => listeners.size,
  };
}

/** A signal that is emitted immediately, then at most every `ms` milliseconds; the last one is never lost. */
export function createThrottledSignal(ms: number) {
  const signal = createSignal();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = false;
  const pass = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!waiting) return;
      waiting = false;
      pass();
    }, ms);
    signal.emit();
  };
  return {
    on: signal.on,
    emit(): void {
      if (timer === undefined) pass();
      else waiting = true;
    },
  };
}
