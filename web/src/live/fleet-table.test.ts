import { array, assert, double, integer, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createFleetTable, removeFrom, slotFor } from './fleet-table.ts';

test('contains the same vehicles as a plain map after any changes, and stays dense', () => {
  const change = record({ id: integer({ min: 1, max: 40 }), value: option(double({ noNaN: true })) });
  assert(
    property(array(change, { maxLength: 200 }), (changes) => {
      const table = createFleetTable(2);
      const model = new Map<number, number>();
      for (const { id, value } of changes) {
        if (value === null) {
          removeFrom(table, id);
          model.delete(id);
        } else {
          const slot = slotFor(table, id);
          table.lat[slot] = value;
          table.status[slot] = id;
          model.set(id, value);
        }
      }
      expect(table.size).toBe(model.size);
      const rows = Array.from({ length: table.size }, (_, slot) => [table.ids[slot], table.lat[slot]]);
      expect(new Map(rows.map(([id, lat]) => [id, lat]))).toEqual(model);
      for (const [id, slot] of table.slotOf) expect([table.ids[slot], table.status[slot]]).toEqual([id, id]);
    }),
  );
});

test('a vehicle that reuses a slot has no data of the previous one', () => {
  const table = createFleetTable(2);
  table.lat[slotFor(table, 1)] = 48;
  table.flags[slotFor(table, 1)] = 3;
  removeFrom(table, 1);
  const slot = slotFor(table, 2);
  expect(table.lat[slot]).toBeNaN();
  expect(table.flags[slot]).toBe(0);
});

test('to take out a vehicle that is not there changes nothing', () => {
  const table = createFleetTable();
  slotFor(table, 1);
  removeFrom(table, 2);
  expect(table.size).toBe(1);
});
