import { expect, it } from 'vitest';
import { notePrivate, type PrivateSpan, sealOf } from './private-spans.ts';

const yard = { lat: 1, lon: 2 };
const shop = { lat: 3, lon: 4 };

it('a span lasts from the first private report to the next public one, with the last public place', () => {
  const spans: PrivateSpan[] = [];
  notePrivate(spans, 10, false, null);
  notePrivate(spans, 20, true, yard);
  notePrivate(spans, 30, true, yard);
  notePrivate(spans, 40, false, null);
  notePrivate(spans, 50, true, shop);
  expect(spans).toEqual([
    { from: 20, to: 40, place: yard },
    { from: 50, to: null, place: shop },
  ]);
  const seal = sealOf(spans);
  expect([19, 20, 39, 40, 49, 50, 9999].map((time) => seal.placeBefore(time))).toEqual([
    null,
    yard,
    yard,
    null,
    null,
    shop,
    shop,
  ]);
  expect(seal.spanAt(40)).toBeNull();
});

it('is bounded: what is older than the remembered spans counts as private', () => {
  const spans: PrivateSpan[] = [];
  for (let day = 0; day < 300; day++) {
    notePrivate(spans, day * 100, true, yard);
    notePrivate(spans, day * 100 + 50, false, null);
  }
  expect(spans).toHaveLength(200);
  const seal = sealOf(spans);
  expect(seal.spanAt(5000)).not.toBeNull();
  expect(seal.placeBefore(5000)).toBeNull();
  expect(seal.spanAt(10_075)).toBeNull();
  expect(seal.placeBefore(10_010)).toEqual(yard);
});
