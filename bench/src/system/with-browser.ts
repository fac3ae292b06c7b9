import { launchChromium } from '@milepost/e2e/harness/chromium';
import { inDatabase } from '@milepost/e2e/harness/database';
import { startServer, type TestServer } from '@milepost/e2e/harness/server-process';
import { freePort } from '@milepost/server/database/free-port';
import { onAbandon } from './abandon.ts';
import { type Ground, serve } from './with-database.ts';

type Browser = Awaited<ReturnType<typeof launchChromium>>;

/** The application on a benchmark's database, and a browser for it; both are closed at the end. */
export async function serveToBrowser(
  ground: Ground,
  gateway: Parameters<typeof serve>[1] = {},
  environment: Record<string, string> = {},
) {
  const port = await freePort();
  await serve(ground, gateway, { ...environment, PORT: String(port) });
  const browser = await launchChromium();
  ground.stops.push(() => browser.close());
  return { browser, address: `http://127.0.0.1:${port}` };
}

/** Measures the application as people start it, with a browser; returns the version of PostgreSQL with the figures. */
export async function withBrowser<Figures>(
  environment: Record<string, string>,
  measure: (server: TestServer, browser: Browser) => Promise<Figures>,
): Promise<{ figures: Figures; postgres: string }> {
  const server = await startServer({ environment });
  const forget = onAbandon(() => void server.close());
  const browser = await launchChromium();
  try {
    const figures = await measure(server, browser);
    const [row] = await inDatabase<{ version: string }>(server, `SELECT current_setting('server_version') AS version`);
    return { figures, postgres: row?.version ?? 'unknown' };
  } finally {
    await browser.close();
    forget();
    await server.close();
  }
}
