import type { Phase } from './connection.ts';

/** The state of the connection as it is shown to people. */
export type ConnectionState =
  /** True while frames come by calls because the WebSocket is refused on the way. */
  | { kind: 'live'; byCalls?: true }
  | { kind: 'connecting' }
  | { kind: 'reconnecting'; inS: number }
  /** There has been no connection for so long that the displayed data can no longer count as live. */
  | { kind: 'offline'; lastFrameAt: number | null };

const OFFLINE_AFTER_MS = 30_000;

/**
 * @param lastFrameAt when the last frame was received, 0 for never; @param online what the browser reports about the
 * network
 * @param now epoch milliseconds of the browser
 */
export function connectionState(phase: Phase, lastFrameAt: number, online: boolean, now: number): ConnectionState {
  if (phase.name === 'live') return phase.by === 'calls' ? { kind: 'live', byCalls: true } : { kind: 'live' };
  const old = lastFrameAt > 0 && now - lastFrameAt > OFFLINE_AFTER_MS;
  if (old || !online || phase.name === 'ended') return { kind: 'offline', lastFrameAt: lastFrameAt || null };
  if (phase.name === 'waiting')
    return { kind: 'reconnecting', inS: Math.max(0, Math.ceil((phase.retryAt - now) / 1000)) };
  return { kind: 'connecting' };
}
