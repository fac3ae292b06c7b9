import { describe, expect, it } from 'vitest';
import type { Report } from './advance.ts';
import type { Fence } from './fence.ts';
import { indexFences } from './build-fence-index.ts';
import { at, contextOf, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';

/** A place the given metres east of where journeys begin. */
const place = (id: number, eastM: number, radiusM = 50): Fence => ({
  id,
  shape: { kind: 'circle', centre: at(0, eastM, 0).position, radiusM },
  speedLimitKph: null,
  schedule: null,
});
const shop = place(7, 1000);
const dwells = (reports: Report[], places = [shop]) =>
  ofKind(factsOf(reports, contextOf({ places: indexFences(places) })), 'stay');
/** Drives east at 36 km/h with a fix every 10 s, between the given metres, beginning at a second. */
const drive = (second: number, from: number, to: number) =>
  Array.from({ length: (to - from) / 100 + 1 }, (_, n) => at(second + n * 10, from + n * 100, 36));
const stand = (second: number, seconds: number, eastM: number) =>
  Array.from({ length: seconds / 10 + 1 }, (_, n) => at(second + n * 10, eastM, 0));
const span = (from: number, to: number) => ({ from: T0 + from * 1000, to: T0 + to * 1000 });

describe('a dwell at an outlet', () => {
  it('lasts from the first fix inside to the first outside, with the standing time', () => {
    const found = dwells([...drive(0, 0, 900), at(95, 960, 20), ...stand(100, 180, 1000), ...drive(290, 1100, 2000)]);
    expect(found).toMatchObject([{ placeId: 7, start: T0 + 95_000, end: T0 + 290_000, durationS: 195 }]);
    expect(found[0]?.halts).toMatchObject([span(100, 280)]);
    expect(found[0]?.startM).toBeCloseTo(960, 0);
  });

  it('is not recorded if the vehicle passes by, fast or in a crawl', () => {
    expect(dwells(drive(0, 0, 2000))).toEqual([]);
    const crawl = Array.from({ length: 60 }, (_, n) => at(100 + n * 10, 900 + n * 5, 8));
    expect(dwells([...drive(0, 0, 800), ...crawl])).toEqual([]);
  });

  it('is not recorded for a wait of ten seconds at a light', () => {
    expect(dwells([...drive(0, 0, 1000), ...stand(110, 10, 1000), ...drive(130, 1100, 2000)])).toEqual([]);
  });

  it('is not split by one bad fix', () => {
    const parked = stand(110, 300, 1000).toSpliced(12, 1, at(230, 1090, 0));
    const found = dwells([...drive(0, 0, 900), ...parked, ...drive(420, 1100, 2000)]);
    expect(found).toMatchObject([{ end: T0 + 420_000 }]);
    expect(found[0]?.halts).toMatchObject([span(110, 410)]);
  });

  it('separates two halts at two doors, in an area large enough for both', () => {
    const hop = [...stand(110, 120, 970), at(240, 1000, 15), ...stand(250, 120, 1030), ...drive(380, 1200, 2000)];
    const found = dwells([...drive(0, 0, 800), ...hop], [place(7, 970, 100), place(8, 1030, 100)]);
    const halts = [span(110, 230), span(250, 370)];
    expect(found).toMatchObject([{ halts }, { halts }]);
    const places = found[0]?.halts.map(({ lon }) => Math.round((lon - 10) * 111_195));
    expect(places).toEqual([970, 1030]);
  });

  it('continues through a silence at one location', () => {
    const found = dwells([...drive(0, 0, 900), ...stand(110, 20, 1000), at(1900, 1003, 0), ...drive(1910, 1100, 2000)]);
    expect(found[0]?.halts).toMatchObject([span(110, 1900)]);
  });
});

describe('a dwell at a depot', () => {
  const depot = place(-3, 1000, 150);

  it('needs no standing, and ends when the vehicle leaves', () => {
    expect(dwells(drive(0, 0, 2000), [depot])).toMatchObject([{ placeId: -3, end: T0 + 120_000, halts: [] }]);
  });
});

it('continues while the newest report is inside', () => {
  const reports = [...drive(0, 0, 900), ...stand(110, 300, 1000)];
  expect(dwells(reports)).toMatchObject([{ end: null, seenAt: T0 + 410_000, durationS: 300 }]);
});

it('creates neither a visit to a geofence nor an alarm', () => {
  const rules = [
    { id: 1, condition: { kind: 'geofenceEnter' as const, fenceIds: null }, coolDownS: 0, schedule: null },
  ];
  const context = contextOf({ places: indexFences([shop]), rules });
  const facts = factsOf([...drive(0, 0, 900), ...stand(110, 300, 1000)], context);
  expect([...ofKind(facts, 'visit'), ...ofKind(facts, 'alarm')]).toEqual([]);
});
