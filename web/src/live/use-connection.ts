import { useSyncExternalStore } from 'react';
import { connectionState, type ConnectionState } from './connection-state.ts';
import { lastFrameTime } from './live-client.ts';
import { useBrowserNow, useConnectionPhase } from './use-live.ts';

function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** The state of the live connection, updated every second. */
export function useConnection(): ConnectionState {
  const phase = useConnectionPhase();
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return connectionState(phase, lastFrameTime(), online, useBrowserNow());
}
