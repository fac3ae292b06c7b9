import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { square, type FenceFixture, fenceFixture } from '../../testing/fence-fixture.ts';

let fixture: FenceFixture;
let admin: FenceFixture['admin'];
let save: FenceFixture['save'];
let putInside: FenceFixture['putInside'];

beforeAll(async () => {
  fixture = await fenceFixture();
  ({ admin, save, putInside } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.clear());

describe('the lists', () => {
  test('search by name, description and tag, literally; filter by all tags; page and sort', async () => {
    await save({ name: 'North 100%', tags: ['yard', 'own'] });
    await save({ name: 'South', description: 'behind the mill', tags: ['yard'], shape: square });
    await save({ name: 'port', tags: ['customs'] });
    const names = async (input: Record<string, unknown>) =>
      (await admin.call('get-fence-list', input)).rows?.map((row) => row.name);
    expect(await names({})).toEqual(['North 100%', 'port', 'South']);
    expect(await names({ search: 'MILL' })).toEqual(['South']);
    expect(await names({ search: 'customs' })).toEqual(['port']);
    expect(await names({ search: 'mill yard south' })).toEqual(['South']);
    expect(await names({ search: 'mill own' })).toEqual([]);
    expect(await names({ search: '0%' })).toEqual(['North 100%']);
    expect(await names({ tags: ['yard'] })).toEqual(['North 100%', 'South']);
    expect(await names({ tags: ['yard', 'own'] })).toEqual(['North 100%']);
    expect(await names({ sort: 'areaM2', direction: 'desc', pageSize: 1 })).toEqual(['South']);
    const { rows } = await admin.call('get-fence-list', { search: 'South' });
    expect(rows?.[0]).toMatchObject({ kind: 'polygon', centre: { lat: 0.5, lon: 0.5 } });
  });

  test('the map gets every geofence with its box; a long outline has fewer corners', async () => {
    await save({ shape: square });
    const rough = Array.from({ length: 3000 }, (_, index) => {
      const angle = (index / 3000) * 2 * Math.PI;
      return { lat: Math.sin(angle) / 10, lon: Math.cos(angle) / 10 };
    });
    await save({ name: 'Round', shape: { kind: 'polygon', rings: [rough] } });
    const { rows } = await admin.call('get-fence-map');
    expect(rows?.map((row) => [row.name, row.box.map((edge) => Number(edge.toFixed(6)))])).toEqual([
      ['Depot', [0, 0, 1, 1]],
      ['Round', [-0.1, -0.1, 0.1, 0.1]],
    ]);
    expect(rows?.[0]?.shape).toEqual(square);
    const drawn = rows?.[1]?.shape;
    // A circle with a deviation of at most a 600th of its size: arcs of 0.163 rad, of which 39 are needed.
    expect(drawn?.kind === 'polygon' && drawn.rings[0]?.length).toBeGreaterThan(38);
    expect(drawn?.kind === 'polygon' && drawn.rings[0]?.length).toBeLessThan(80);
    const { fence } = await admin.call('get-fence-by-id', { id: rows?.[1]?.id });
    expect(fence?.shape.kind === 'polygon' && fence.shape.rings[0]?.length).toBe(3000);
  });

  test('shows who is inside now, and the number of visits today', async () => {
    const id = await save();
    const { vehicleId } = await putInside(id);
    await fixture.database.query(
      `INSERT INTO visits (installation_id, key, confirmed_at, vehicle_id, fence_id, started_at, ended_at, duration_s,
         distance_m, entry_kph)
       SELECT installation_id, key || age, now(), vehicle_id, fence_id, now() - age * interval '1 hour',
              now() - age * interval '1 hour' + interval '5 min', 300, 0, 0 FROM visits, unnest(ARRAY[5, 30]) age`,
    );
    const dayStart = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const now = await admin.call('get-fence-now', { id, dayStart });
    // The vehicle's device sent nothing, so only the visit is known.
    const expected = { since: expect.any(String), heardAt: expect.any(String) };
    expect(now.inside).toEqual([{ vehicleId, registration: 'SBA 1', ...expected }]);
    expect(now.visits).toBe(2);
    expect((await admin.call('get-fence-counts')).rows).toEqual([{ id, inside: 1, silent: 1 }]);
  });
});
