import { SOON } from './call.ts';

/** True if the server returns a page now: without one, loading it leads to the browser's own error page. */
export async function isBack(address: string): Promise<boolean> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), SOON.withinMs);
  try {
    await fetch(address, { method: 'HEAD', cache: 'no-store', signal: stop.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
