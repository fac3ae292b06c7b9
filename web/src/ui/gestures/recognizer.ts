/** A touch of up to 250 ms is a tap, one held for 251 ms a press (specification, section 9). */
export const GESTURE_DEFAULTS = { tapMs: 250, pressMs: 251 } as const;

/**
 * A finger that moves further than this, in pixels, scrolls or drags; our choice, since the specification states none.
 */
export const STILL_PX = 9;

/** The position and time of a pointer's touch. */
export interface Touch {
  /** Pixels within the window. */
  x: number;
  y: number;
  /** Milliseconds of the events' clock. */
  time: number;
}

export interface GestureHandlers {
  onTap?: ((at: Touch) => void) | undefined;
  onPress?: ((at: Touch) => void) | undefined;
}

/** Distinguishes taps from presses. A press is reported as soon as it has lasted long enough, not only on release. */
export function createRecognizer(tapMs: number = GESTURE_DEFAULTS.tapMs, pressMs: number = GESTURE_DEFAULTS.pressMs) {
  let start: (Touch & GestureHandlers) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function cancel(): void {
    clearTimeout(timer);
    start = null;
  }
  return {
    down(at: Touch, handlers: GestureHandlers): void {
      cancel();
      start = { ...at, ...handlers };
      timer = setTimeout(() => {
        start = null;
        handlers.onPress?.(at);
      }, pressMs);
    },
    move(at: Touch): void {
      if (start && Math.hypot(at.x - start.x, at.y - start.y) > STILL_PX) cancel();
    },
    up(at: Touch): void {
      const touched = start;
      cancel();
      if (!touched) return;
      const held = at.time - touched.time;
      if (held <= tapMs) touched.onTap?.(at);
      // On a busy page the end of the touch arrives before the timer runs.
      else if (held >= pressMs) touched.onPress?.(at);
    },
    cancel,
  };
}
