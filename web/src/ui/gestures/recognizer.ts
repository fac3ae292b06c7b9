/** A touch of up to 250 ms is a tap, one held for 251 ms a press (specification, section 9). */
export const GESTURE_DEFAULTS = { tapMs: 250, pressMs: 251 } as const;

/** A finger that moves further than this, in pixels, scrolls or drags; ours, the specification names none. */
export const STILL_PX = 9;

/** Where and when a pointer touched. */
export interface Touch {
  /** Pixels within the window. */
  x: number;
  y: number;
  /** Milliseconds on the clock of the events. */
  time: number;
}

export interface GestureHandlers {
  onTap?: ((at: Touch) => void) | undefined;
  onPress?: ((at: Touch) => void) | undefined;
}

/** Tells taps from presses. A press is told as soon as it has been held long enough, not only when it is let go. */
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
      // A busy page hears of the end before its own timer runs.
      else if (held >= pressMs) touched.onPress?.(at);
    },
    cancel,
  };
}
