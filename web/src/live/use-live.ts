import type { LiveVehicle } from '@milepost/contract/live';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { connectionPhase, holdSocket, liveStore, onConnectionPhase } from './live-client.ts';
import type { Phase } from './connection.ts';

/** Keeps the live socket open while the component is on the screen. */
export function useLiveSocket(): void {
  useEffect(() => holdSocket(), []);
}

export function useConnectionPhase(): Phase {
  return useSyncExternalStore(onConnectionPhase, connectionPhase);
}

/** Renders again when the fleet changed, at most once a second. Returns a number that increases each time. */
export function useFleetRevision(): number {
  return useSyncExternalStore(liveStore.onList, () => liveStore.revision);
}

/** Renders again when this vehicle changed; undefined if the session may not see this vehicle. */
export function useVehicle(id: number | null): { vehicle: LiveVehicle; slot: number } | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? () => undefined : liveStore.onVehicle(id, listener)),
    [id],
  );
  useSyncExternalStore(subscribe, () => {
    const slot = id === null ? undefined : liveStore.table.slotOf.get(id);
    return slot === undefined ? -1 : liveStore.table.revision[slot];
  });
  const vehicle = id === null ? undefined : liveStore.vehicles.get(id);
  const slot = id === null ? undefined : liveStore.table.slotOf.get(id);
  return vehicle && slot !== undefined ? { vehicle, slot } : undefined;
}

const tickers = new Map<number, { listeners: Set<() => void>; timer: ReturnType<typeof setInterval> }>();

function onTick(ms: number, listener: () => void): () => void {
  let ticker = tickers.get(ms);
  if (!ticker) {
    const listeners = new Set<() => void>();
    ticker = { listeners, timer: setInterval(() => listeners.forEach((each) => each()), ms) };
    tickers.set(ms, ticker);
  }
  const { listeners, timer } = ticker;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    tickers.delete(ms);
  };
}

const onSecond = (listener: () => void) => onTick(1000, listener);
const browserSecond = () => Math.floor(Date.now() / 1000) * 1000;

/** The browser's time in whole seconds, epoch milliseconds. */
export const useBrowserNow = (): number => useSyncExternalStore(onSecond, browserSecond);

/** The server's time, epoch milliseconds, in steps; all components with the same step render together. */
export function useServerNow(stepMs = 1000): number {
  const subscribe = useCallback((listener: () => void) => onTick(stepMs, listener), [stepMs]);
  return useSyncExternalStore(subscribe, () => Math.floor(liveStore.clock.now() / stepMs) * stepMs);
}
