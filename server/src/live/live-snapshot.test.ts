import type { ServerFrame } from '@milepost/contract/live';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { liveFixture, type LiveFixture } from '../testing/live-fixture.ts';

let fixture: LiveFixture;
/** 5,000 vehicles of one organisation. */
let ids: number[];
let organisationId: number;

beforeAll(async () => {
  fixture = await liveFixture();
  const { database, gateway, fleet, callers } = fixture;
  const { rows } = await database.query<{ id: number; organisation_id: number }>(
    `WITH company AS (INSERT INTO organisations (name, parent_id) VALUES ('Large', 1) RETURNING id)
     INSERT INTO vehicles (organisation_id, registration, type)
     SELECT id, 'L ' || n, 'car' FROM company, generate_series(1, 5000) n RETURNING id, organisation_id`,
  );
  ids = rows.map(({ id }) => id);
  organisationId = rows[0]?.organisation_id ?? 0;
  gateway.bus.publish('fleet-changed', { organisationId });
  await vi.waitFor(
    () => expect(fleet.entries((entry) => entry.organisationId === organisationId)).toHaveLength(5000),
    20_000,
  );
  const scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };
  callers.set('milepost_session=large', { ...(await fixture.callerOf(ids[0] ?? 0, 4)), userId: 78, scope });
});
afterEach(() => fixture.closeSockets());
afterAll(() => fixture.close());

type Snapshot = ServerFrame & { t: 'snapshot' };
const piecesOf = (frames: ServerFrame[]) => frames.filter((frame): frame is Snapshot => frame.t === 'snapshot');
const complete = (frames: ServerFrame[]) => piecesOf(frames).at(-1)?.complete ?? false;

it('sends a large fleet in pieces, and marks the last one', async () => {
  const live = fixture.watch('milepost_session=large');
  await expect.poll(() => complete(live.frames)).toBe(true);
  const pieces = piecesOf(live.frames);
  expect(pieces.map(({ begin, complete: last, vehicles }) => [begin, last, vehicles.length])).toEqual([
    [true, false, 2000],
    [false, false, 2000],
    [false, true, 1000],
  ]);
  expect(pieces.flatMap(({ vehicles }) => vehicles.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(ids);
  expect(pieces.flatMap(({ states }) => states.map(([id]) => id)).toSorted((a, b) => a - b)).toEqual(ids);
});

it('misses no change between two pieces', async () => {
  const live = fixture.watch('milepost_session=large');
  await new Promise((resolve) => live.socket.once('message', resolve));
  live.socket.pause();
  const renamed = ids.at(-1) ?? 0;
  const sold = ids.at(-2) ?? 0;
  await fixture.database.query(`UPDATE vehicles SET registration = 'RENAMED' WHERE id = $1`, [renamed]);
  await fixture.database.query('UPDATE vehicles SET deleted_at = now() WHERE id = $1', [sold]);
  fixture.gateway.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => fixture.fleet.get(sold)).toBeUndefined();
  live.socket.resume();
  await expect.poll(() => complete(live.frames)).toBe(true);
  const removed = () => live.frames.flatMap((frame) => (frame.t === 'vehicles' ? frame.removed : []));
  await expect.poll(removed).toEqual([sold]);
  const known = new Map<number, string>();
  for (const frame of live.frames) {
    const vehicles = frame.t === 'snapshot' ? frame.vehicles : frame.t === 'vehicles' ? frame.changed : [];
    for (const { id, registration } of vehicles) known.set(id, registration);
    if (frame.t === 'vehicles') for (const id of frame.removed) known.delete(id);
  }
  expect(known.size).toBe(4999);
  expect(known.get(renamed)).toBe('RENAMED');
});

it('also sends the end of the snapshot to a person who sees no vehicle', async () => {
  const nobody = { organisationId: 0, organisationIds: [0], root: false, limit: null };
  fixture.callers.set('milepost_session=empty', { ...(await fixture.callerOf(ids[0] ?? 0, 5)), scope: nobody });
  const live = fixture.watch('milepost_session=empty');
  await expect.poll(() => live.frames.length).toBeGreaterThan(0);
  expect(live.frames[0]).toMatchObject({ t: 'snapshot', begin: true, complete: true, vehicles: [], states: [] });
});
