import type { Logger } from 'pino';

export interface ClockJump {
  /** Negative: the clock was set back. */
  byMs: number;
  /** When it was noticed, by the new clock. */
  at: Date;
}

export interface ClockJumps {
  /** The newest jump since the start; null if there was none, or if it was a day ago. */
  newest(): ClockJump | null;
  /** Compares the clocks; also called by a timer. */
  check(): void;
  close(): void;
}

/** NTP slews smaller differences, which harms nothing. */
const SMALLEST_MS = 5000;
const CHECK_EVERY_MS = 10_000;
const SHOWN_FOR_MS = 86_400_000;

interface Clocks {
  wall(): number;
  steady(): number;
}
const MACHINE: Clocks = { wall: () => Date.now(), steady: () => performance.now() };

/**
 * Notices that somebody set this machine's clock, by a monotonic one: times of receipt before and after it do not fit
 * together. A machine that slept looks the same on systems whose monotonic clock stops meanwhile.
 */
export function watchClock(logger: Logger, { wall, steady }: Clocks = MACHINE): ClockJumps {
  let offset = wall() - steady();
  let jump: (ClockJump & { steadyAt: number }) | null = null;
  const check = () => {
    const now = wall() - steady();
    const byMs = now - offset;
    // Followed also while it is slewed, so that small steps do not add up.
    offset = now;
    if (Math.abs(byMs) < SMALLEST_MS) return;
    jump = { byMs, at: new Date(wall()), steadyAt: steady() };
    logger.warn({ byS: Math.round(byMs / 1000) }, 'The clock of this machine was set while the server ran');
  };
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return {
    newest: () => (jump && steady() - jump.steadyAt < SHOWN_FOR_MS ? { byMs: jump.byMs, at: jump.at } : null),
    check,
    close: () => clearInterval(timer),
  };
}
