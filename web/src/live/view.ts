import type { ClientFrame } from '@milepost/contract/live';

type ViewFrame = ClientFrame & { t: 'view' };
export type Bounds = NonNullable<ViewFrame['bounds']>;

const MIN_PAUSE_MS = 300;
const MOST_WATCHED = 500;

/**
 * What the screen shows: the map's bounds, and vehicles that are watched by several panels (each under its own name).
 * Sent after a change, at most every 0.3 s and only when it differs from what the server knows.
 */
export function createView(send: (frame: ViewFrame) => void) {
  const watched = new Map<string, readonly number[]>();
  let bounds: Bounds | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSent = '';

  const frame = (): ViewFrame => {
    const ids = [...new Set([...watched.values()].flat())].slice(0, MOST_WATCHED);
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
    /** The present view, for a new connection. */
    frame(): ViewFrame {
      const now = frame();
      lastSent = JSON.stringify(now);
      return now;
    },
    setBounds(next: Bounds | null): void {
      bounds = next;
      schedule();
    },
    /** The first names take precedence where more than 500 vehicles are watched in all. */
    setWatch(name: string, ids: readonly number[]): void {
      watched.set(name, ids);
      schedule();
    },
  };
}
