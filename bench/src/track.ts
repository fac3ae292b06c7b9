/** `npm run -s bench:track`: a month of one vehicle at 30 s, from the click to the line on the map. */
import { pino } from 'pino';
import { openPage, type TestPage } from '@milepost/e2e/harness/browser-page';
import { type Caller, signInByCall } from '@milepost/e2e/harness/caller';
import { databaseUrl } from '@milepost/e2e/harness/database';
import { signIn } from '@milepost/e2e/harness/sign-in';
import { percentile } from './percentile.ts';
import { machine } from './system/machine.ts';
import { addMonthTrack } from './system/month-track.ts';
import { withBrowser } from './system/with-browser.ts';

const FIXES = 86_400;
/** As in the screen's request. */
const FIRST_POINTS = 13_000;
const RUNS = 15;
const OPENINGS = 5;
const DAY_MS = 86_400_000;

/** Measures with its own server, database and browser, all on this machine. */
async function benchTrack() {
  // As in production: without the check of each reply that tests have.
  const { figures, postgres } = await withBrowser({ NODE_ENV: 'production' }, async (server, browser) => {
    const logger = pino({ level: 'error' }, pino.destination(2));
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const vehicleId = await addMonthTrack(await databaseUrl(server), FIXES, today, logger);
    const range = { from: new Date(today - 30 * DAY_MS).toISOString(), to: new Date(today).toISOString() };
    const called = await measureCall(await signInByCall(server), { vehicleId, ...range, maxPoints: FIRST_POINTS });
    const opened = await openPage(browser, { viewport: { width: 1440, height: 900 } });
    const day = new Date(today + DAY_MS).toISOString();
    const empty = `/history?vehicle=${vehicleId}&from=${range.to}&to=${day}`;
    await signIn(opened, server, { path: empty });
    const drawings: Drawing[] = [];
    for (let run = 0; run < OPENINGS; run++)
      drawings.push(await measureDrawing(opened, server.address + empty, called.points));
    const drawnMs = drawings.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const servedBytes = Math.max(...drawings.map((drawing) => drawing.servedBytes));
    return {
      ...called,
      servedBytes,
      drawnMs: { first: drawnMs[0], median: percentile(drawnMs, 0.5), last: drawnMs.at(-1) },
    };
  });
  return { bench: 'track', ...figures, machine: machine(postgres) };
}

/** The call alone, from request to reply, by a client without a browser. */
async function measureCall(caller: Caller, input: { vehicleId: number; from: string; to: string; maxPoints: number }) {
  const took: number[] = [];
  let answer = await caller.ask('get-track', input);
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now();
    answer = await caller.ask('get-track', input);
    took.push(Math.round(performance.now() - began));
  }
  took.sort((a, b) => a - b);
  const { fixes, points, toleranceM } = answer;
  const text = JSON.stringify(answer);
  return {
    fixes,
    points,
    toleranceM,
    bytes: text.length,
    serverMs: { best: took[0], p50: percentile(took, 0.5), p95: percentile(took, 0.95) },
  };
}

interface Drawing {
  ms: number;
  /** The size of the reply with the track, as transferred. */
  servedBytes: number;
}

/**
 * The time from the click on "30 days" to the frame with the line; the map exists already, the reply is not cached.
 */
async function measureDrawing({ page }: TestPage, empty: string, points: number): Promise<Drawing> {
  await page.goto(empty);
  await page.locator('[data-track-points="0"]').waitFor({ timeout: 60_000 });
  // A script as text, because benchmarks are checked without the types of the browser. Implausible fixes are not part
  // of the line.
  const drawn = page.evaluate<number>(`new Promise((resolve) => {
    let clicked = 0;
    document.addEventListener('click', () => (clicked = performance.now()), { capture: true, once: true });
    const watch = new MutationObserver(() => {
      const shown = document.querySelector('[data-track-points]')?.getAttribute('data-track-points');
      if (Number(shown) < ${points} * 0.9) return;
      watch.disconnect();
      resolve(performance.now() - clicked);
    });
    watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-track-points'] });
  })`);
  await page.getByRole('button', { name: '30 days' }).click();
  const ms = Math.round(await drawn);
  const servedBytes = await page.evaluate<number>(`Math.max(
    ...performance.getEntriesByType('resource').filter(({ name }) => /\\d+\\.html$/.test(name)).map((call) => call.encodedBodySize)
  )`);
  return { ms, servedBytes };
}

process.stdout.write(`${JSON.stringify(await benchTrack())}\n`);
