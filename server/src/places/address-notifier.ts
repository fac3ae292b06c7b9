/** The minimum interval of notifications, except for the last one. */
const NOTIFY_EVERY_MS = 4000;
const SOON_MS = 200;

/** Notifies sessions that addresses they wait for are known: soon after the last one, and periodically before. */
export function createAddressNotifier(publish: (sessionIds: number[]) => void) {
  const due = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let at = Infinity;
  const flush = () => {
    timer = null;
    at = Infinity;
    const ids = [...due];
    due.clear();
    if (ids.length > 0) publish(ids);
  };
  return {
    answered(sessionIds: ReadonlySet<number>, waitsOn: (sessionId: number) => boolean) {
      for (const id of sessionIds) due.add(id);
      if (sessionIds.size === 0) return;
      const inMs = [...sessionIds].some((id) => !waitsOn(id)) ? SOON_MS : NOTIFY_EVERY_MS;
      if (Date.now() + inMs >= at) return;
      if (timer) clearTimeout(timer);
      at = Date.now() + inMs;
      timer = setTimeout(flush, inMs);
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
