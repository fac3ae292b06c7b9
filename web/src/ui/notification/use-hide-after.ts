import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onDone` after `delayMs` milliseconds. While the pointer or the focus is on the element that takes `hold`, the
 * timer is stopped; afterwards it starts again, so that nothing disappears while somebody reads or uses it.
 */
export function useHideAfter(delayMs: number, active: boolean, onDone: () => void) {
  const [held, setHeld] = useState(false);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!active || held) return undefined;
    const timer = setTimeout(() => done(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, active, held]);
  return {
    hold: {
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: (event: FocusEvent) => setHeld(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
