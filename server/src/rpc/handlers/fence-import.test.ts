import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { circle, type FenceFixture, fenceFixture } from '../../testing/fence-fixture.ts';

let fixture: FenceFixture;
let admin: FenceFixture['admin'];
let published: FenceFixture['published'];
let rulesOf: FenceFixture['rulesOf'];

beforeAll(async () => {
  fixture = await fenceFixture();
  ({ admin, published, rulesOf } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.clear());

const fences = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ name: `Stop ${from + index}`, shape: circle }));

describe('an import', () => {
  test('is stored as one, with a fault for each bad row', async () => {
    const bad = [...fences(2), { name: '', shape: { ...circle, radiusM: 1 } }];
    const refused = await admin.call('import-fences', { fences: bad });
    expect(refused.fields).toEqual({
      'fences.2.name': 'Enter a value.',
      'fences.2.shape': 'The radius must be 10 m to 500 km.',
    });
    expect((await admin.call('get-fence-list')).total).toBe(0);
    const taken = await admin.call('import-fences', { fences: fences(2) });
    expect(taken.ids).toHaveLength(2);
    expect(published).toEqual([{ name: 'tracking-changed', event: { organisationId: 1 } }]);
  });

  test('in parts stays hidden until the last one arrived, and is discarded when a part is missing', async () => {
    const first = await admin.call('import-fences', { fences: fences(3), more: true });
    expect((await admin.call('get-fence-list')).total).toBe(0);
    expect(published).toEqual([]);
    // An incomplete import can neither be restored nor deleted.
    expect((await admin.call('restore-fences', { ids: first.ids })).status).toBe(404);
    const lost = await admin.call('import-fences', { fences: fences(1, 3), earlier: [...(first.ids ?? []), 999_999] });
    expect(lost.status).toBe(409);
    expect((await admin.call('get-fence-list')).total).toBe(0);
    const whole = await admin.call('import-fences', { fences: fences(1, 3), earlier: first.ids });
    expect(whole.ids).toHaveLength(4);
    expect((await admin.call('get-fence-list')).total).toBe(4);
  });

  test('in parts has no rules either until the last one arrived', async () => {
    const gate = { shape: circle, alarmEnter: true };
    const first = await admin.call('import-fences', { fences: [{ ...gate, name: 'Gate' }], more: true });
    const rules = async () => (await admin.call('get-alarm-rule-list')).rows?.map(({ name }) => name);
    expect(await rules()).toEqual([]);
    await admin.call('import-fences', { fences: [{ ...gate, name: 'Yard' }], earlier: first.ids });
    expect(await rules()).toEqual(['Entered Gate', 'Entered Yard']);
  });

  test('creates the rules of the alarms in it', async () => {
    const { ids } = await admin.call('import-fences', { fences: [{ name: 'Gate', shape: circle, alarmEnter: true }] });
    expect(await rulesOf(ids?.[0] ?? 0)).toHaveLength(1);
    const { rows } = await admin.call('get-fence-records', { ids });
    expect(rows?.[0]?.alarmEnter).toBe(true);
  });
});
