import { useEffect } from 'react';

/** Keeps the screen awake while the page is visible, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen');
      if (gone) await lock.release();
    };
    // Refused on a low battery, and released when the page is hidden: it is requested again when the page becomes
    // visible.
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
