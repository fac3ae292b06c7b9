import type { ClientFrame } from '@milepost/contract/live';

type ViewFrame = ClientFrame & { t: 'view' };
export type Bounds = NonNullable<ViewFrame['bounds']>;

const MIN_PAUSE_MS = 300;
const MAX_WATCHED = 500;

/**
 * The visible part of the map: its bounds, and the vehicles that several panels watch (each under its own name). Sent
 * after a change, at most every 0.3 s and only if it differs from the view that the server has.
 */
export function createView(send: (frame: ViewFrame) => void) {
  const watched = new Map<string, readonly number[]>();
  let bounds: Bounds | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSent = '';

  const frame = (): ViewFrame => {
    const ids = [...new Set([...watched.values()].flat())].slice(0, MAX_WATCHED);
    return { t: 'view', bounds, watch: ids };
  };

  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const next = frame();
      const text = JSON.stringify(next);
      if (text === lastSent) return;
      lastSent = text;
      send(next);
    }, MIN_PAUSE_MS);
  };

  return {
    /** The current view, for a new connection. */
    frame(): ViewFrame {
      const now = frame();
      lastSent = JSON.stringify(now);
      return now;
    },
    setBounds(next: Bounds | null): void {
      bounds = next;
      schedule();
    },
    /** The names set first take precedence if more than 500 vehicles are watched in all. */
    setWatch(name: string, ids: readonly number[]): void {
      watched.set(name, ids);
      schedule();
    },
  };
}
