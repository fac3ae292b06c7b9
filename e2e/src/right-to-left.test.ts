import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let caller: Caller;
const LONG = 'Estación Central de Mercaderías Refrigeradas Gral. Artigas';

beforeAll(async () => {
  caller = await signInByCall(running.server);
  const { group } = await caller.ask('save-group', { name: LONG });
  const { driver } = await caller.ask('save-driver', { name: 'Ana María Fernández de los Santos y Rodríguez Larreta' });
  const vehicle = { registration: 'SBR 1000', type: 'van', groupId: group.id, driverId: driver.id } as const;
  await caller.ask('save-vehicle', vehicle);
  const shape = { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 400 } as const;
  await caller.ask('save-fence', { name: LONG, colour: '#2563eb', tags: [], shape });
  await caller.ask('save-task', { title: LONG, dueOn: new Date().toISOString().slice(0, 10) });
  await inDatabase(running.server, `UPDATE users SET language = 'ar' WHERE username = 'admin'`);
});

/** Finds truncated texts, and whether their first letter is visible. */
const CUT_OFF = `(() => {
  const found = [];
  for (const element of document.querySelectorAll('main *')) {
    const style = getComputedStyle(element);
    if (style.textOverflow !== 'ellipsis' || element.scrollWidth <= element.clientWidth) continue;
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!text || !/^[A-Z]/.test(text.data)) continue;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, 1);
    const [first, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    found.push({ text: text.data, seen: first.left >= box.left - 1 && first.right <= box.right + 1 });
  }
  return found;
})()`;

test.each(['/track-vehicle', '/geo-fence', '/timeline', '/apps/calendar'])(
  'truncated Latin text keeps its beginning in Arabic on %s',
  async (path) => {
    const { page, problems } = await running.openSignedIn(path);
    await waitUntil('the page to be from right to left', () => page.evaluate<boolean>(`document.dir === 'rtl'`));
    const cutOff = () => page.evaluate<{ text: string; seen: boolean }[]>(CUT_OFF);
    await waitUntil('a text to be cut off', async () => (await cutOff()).length > 0);
    expect((await cutOff()).filter(({ seen }) => !seen)).toEqual([]);
    expect(problems).toEqual([]);
  },
);
