import { assert, boolean, constantFrom, double, integer, option, property, record, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';
import { formatView, parseView, type ViewState } from './view-state.ts';

const read = (address: string) => {
  const url = new URL(address, 'https://fleet.example');
  return parseView(url.pathname, url.search);
};
const EMPTY: ViewState = {
  vehicleId: null,
  status: null,
  alarmed: false,
  q: '',
  groupId: null,
  follow: false,
  near: null,
  camera: null,
};

test('the bare path is the whole fleet', () => {
  expect(read('/track-vehicle')).toEqual(EMPTY);
  expect(formatView(EMPTY)).toBe('/track-vehicle');
});

test('a followed vehicle with filters and a camera', () => {
  const address =
    '/track-vehicle/12?status=running&alarm=critical&q=cold+chain&group=3&follow=1&near=-34.88693,-56.12893&c=-56.1645,-34.9011,14.25';
  expect(read(address)).toEqual({
    vehicleId: 12,
    status: 'running',
    alarmed: true,
    q: 'cold chain',
    groupId: 3,
    follow: true,
    near: [-34.88693, -56.12893],
    camera: [-56.1645, -34.9011, 14.25],
  });
  expect(formatView(read(address))).toBe(address);
});

test('nonsense is passed over', () => {
  expect(read('/track-vehicle/0?status=flying&group=-1&follow=1&c=1,2')).toEqual(EMPTY);
  expect(read('/track-vehicle/x1?c=200,0,3')).toEqual(EMPTY);
  expect(read('/track-vehicle?c=0,0,99')).toEqual(EMPTY);
  expect(read('/track-vehicle?near=91,0')).toEqual(EMPTY);
  expect(read('/track-vehicle?near=1')).toEqual(EMPTY);
});

const coordinate = (max: number) =>
  double({ min: -max, max, noNaN: true }).map((value) => Number(value.toFixed(5)) + 0);

test('any view survives the address bar', () => {
  assert(
    property(
      record({
        vehicleId: option(integer({ min: 1, max: 2_147_483_647 })),
        status: option(constantFrom(...VEHICLE_STATUSES)),
        alarmed: boolean(),
        q: string({ unit: 'grapheme', maxLength: 20 }),
        groupId: option(integer({ min: 1, max: 2_147_483_647 })),
        follow: boolean(),
        near: option(tuple(coordinate(90), coordinate(180))),
        camera: option(
          tuple(
            coordinate(180),
            coordinate(90),
            integer({ min: 0, max: 2000 }).map((zoom) => zoom / 100),
          ),
        ),
      }),
      (view) => {
        const follow = view.follow && view.vehicleId !== null;
        expect(read(formatView(view))).toEqual({ ...view, follow });
      },
    ),
  );
});
