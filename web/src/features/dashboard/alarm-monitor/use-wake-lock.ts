import { useEffect } from 'react';

/** Keeps the screen from going dark while the page is seen, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen');
      if (gone) await lock.release();
    };
    // Refused on a low battery, and taken away when the page is hidden: then it is asked for again when it is seen.
    const renewLock = () => void requestLock().catch(() => undefined);
    renewLock();
    document.addEventListener('visibilitychange', renewLock);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', renewLock);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
