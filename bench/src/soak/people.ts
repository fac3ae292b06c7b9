import { setTimeout as delay } from 'node:timers/promises';
import type { OperationName } from '@milepost/contract/operations';
import { servedApplication, TestBrowser } from '@milepost/server/testing/test-browser';
import { WebSocket } from 'ws';
import { BENCH_PASSWORD } from '../system/provision.ts';

/** What people look at, each with its input for one day and one vehicle. */
const CLICKS: readonly [OperationName, (day: string, vehicleId: number) => Record<string, unknown>][] = [
  ['get-vehicle-list', () => ({})],
  ['get-alarm-list', () => ({})],
  ['get-report', (day) => ({ kind: 'trips', from: day, to: day })],
  ['get-report', (day) => ({ kind: 'travel-summary', from: day, to: day })],
  ['get-vehicle-list', (_, vehicleId) => ({ search: String(vehicleId) })],
  ['get-server-status', () => ({})],
];
const CLICK_EVERY_MS = 2000;

export interface People {
  /** Clicks that were answered, and the first words of those that were not. */
  clicks(): { answered: number; failed: string[] };
  stop(): void;
}

/** People who are signed in for the whole time, with the live map open, and click somewhere every two seconds. */
export async function startPeople(web: number, count: number, day: () => string): Promise<People> {
  let answered = 0;
  const failed: string[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  for (let person = 0; person < count; person++) {
    const browser = new TestBrowser(servedApplication(web));
    await browser.signIn('admin', BENCH_PASSWORD);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const look = () => {
      if (signal.aborted) return;
      const socket = new WebSocket(`ws://127.0.0.1:${web}/live`, {
        headers: { cookie, origin: `http://127.0.0.1:${web}` },
      });
      socket.on('error', () => {});
      socket.once('open', () => socket.send(JSON.stringify({ t: 'view', bounds: [-57, -36, -55, -34], watch: [] })));
      socket.once('close', () => setTimeout(look, 1000));
      signal.addEventListener('abort', () => socket.terminate(), { once: true });
    };
    look();
    const click = async () => {
      for (let number = person; !signal.aborted; number++) {
        const [operation, inputOf] = CLICKS[number % CLICKS.length] ?? CLICKS[0] ?? [];
        if (!operation || !inputOf) return;
        const answer = await browser.call(operation, inputOf(day(), number)).catch((error: unknown) => ({
          status: 0,
          message: String(error),
        }));
        if (answer.status === 200) answered += 1;
        else if (failed.length < 10) failed.push(`${operation}: ${answer.status} ${answer.message ?? ''}`);
        await delay(CLICK_EVERY_MS, undefined, { signal }).catch(() => {});
      }
    };
    void click();
  }
  return { clicks: () => ({ answered, failed }), stop: () => stopping.abort() };
}
