import { describe, expect, it, test } from 'vitest';
import { tagKey } from './tag.ts';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';

const ANA = { driverTag: 'A1' };
const BEN = { driverTag: 'B2' };
/** Minutes of driving at 36 km/h from a second on, with a report every minute. */
const drive = (from: number, minutes: number, written: (minute: number) => object = () => ({})) =>
  Array.from({ length: minutes }, (_, n) =>
    at(from + n * 60, from * 0.1 + n * 600, 36, { ignition: true, ...written(n) }),
  );
const park = (from: number, minutes: number, eastM: number) =>
  Array.from({ length: minutes }, (_, n) => at(from + n * 60, eastM, 0, { ignition: false }));
const seconds = (facts: ReturnType<typeof factsOf>) =>
  ofKind(facts, 'tag').map(({ tag, start, end }) => [
    tag,
    (start - T0) / 1000,
    end === null ? null : (end - T0) / 1000,
  ]);

describe('a tag', () => {
  it('holds from where it is reported, and continues until contradicted', () => {
    expect(seconds(factsOf([at(0, 0, 0, ANA), ...drive(60, 10)]))).toEqual([['A1', 0, null]]);
  });

  it('presented in a trip without another tag holds from the beginning of the trip', () => {
    const reports = [at(0, 0, 0), ...drive(60, 10, (n) => (n === 3 ? ANA : {}))];
    const [trip] = ofKind(factsOf(reports), 'trip');
    expect(seconds(factsOf(reports))).toEqual([['A1', ((trip?.start ?? 0) - T0) / 1000, null]]);
  });

  it('of another driver in the middle of a trip ends the first there', () => {
    const reports = [at(0, 0, 0, ANA), ...drive(60, 10, (n) => (n === 2 ? ANA : n === 6 ? BEN : {}))];
    expect(seconds(factsOf(reports))).toEqual([
      ['A1', 0, 420],
      ['B2', 420, null],
    ]);
  });

  it('from before the trip gives the whole trip to the one that is reported in it', () => {
    const reports = [at(0, 0, 0, ANA), ...park(60, 10, 0), ...drive(660, 10, (n) => (n === 2 ? BEN : {}))];
    const [trip] = ofKind(factsOf(reports), 'trip');
    const start = ((trip?.start ?? 0) - T0) / 1000;
    expect(seconds(factsOf(reports))).toEqual([
      ['A1', 0, start],
      ['B2', start, null],
    ]);
  });

  it('holds over a rest of two hours, but not over a longer one', () => {
    const way = [at(0, 0, 0, ANA), ...drive(60, 10)];
    const east = 6 + 9 * 600;
    const rest = (minutes: number) => [
      ...way,
      ...park(660, minutes, east),
      ...drive(660 + minutes * 60, 10).map(({ position }, n) =>
        at(660 + (minutes + n) * 60, east + n * 600, position.speedKph, { ignition: true }),
      ),
    ];
    expect(seconds(factsOf(rest(110)))).toEqual([['A1', 0, null]]);
    // The vehicle was last reported driving at 600 s, where it stopped.
    const [tag] = seconds(factsOf(rest(140)));
    expect(tag?.[2]).toBeGreaterThanOrEqual(540);
    expect(tag?.[2]).toBeLessThanOrEqual(660);
  });

  it('reported without coordinates counts too', () => {
    expect(seconds(factsOf([at(0, 0, 0), statusAt(30, ANA), ...drive(60, 5)]))).toEqual([['A1', 30, null]]);
  });

  it('that comes late is sorted in', () => {
    const reports = [at(0, 0, 0, ANA), ...drive(60, 10, (n) => (n === 6 ? BEN : {})), ...park(660, 20, 5406)];
    const timeline = new Timeline(contextOf());
    timeline.receive(reports.slice(1));
    timeline.receive(reports.slice(0, 1));
    expect(timeline.sortedFacts()).toEqual(factsOf(reports));
    timeline.end();
    expect(ofKind(timeline.sortedFacts(), 'tag').every(({ end }) => end !== null)).toBe(true);
  });
});

test.each([
  ['0000000012ab34cd', '12AB34CD'],
  ['12:AB:34:CD', '12AB34CD'],
  [' 0012ab ', '12AB'],
  ['000', ''],
  // The same key in the notations of two makers.
  ['0133C15BA80000', '133C15BA80000'],
  ['F90000A85BC13301', '133C15BA80000'],
  ['133C15BA80000', '133C15BA80000'],
])('%j is compared as %j', (written, key) => {
  expect(tagKey(written)).toBe(key);
});
