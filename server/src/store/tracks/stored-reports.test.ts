import type { AnyReport } from '@milepost/tracking/report';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareReports, mergeReports, type StoredReport } from './stored-reports.ts';

const stored = (time: number, hash: number, isPosition: boolean): StoredReport => {
  const position = {
    fixTime: new Date(time),
    lat: 0,
    lon: 0,
    altitudeM: null,
    speedKph: 0,
    courseDeg: 0,
    valid: true,
    attributes: {},
  };
  const report: AnyReport = isPosition
    ? { hash, position }
    : { hash, position: null, time: new Date(time), attributes: {} };
  return { time, hash, receivedAt: time, report };
};
const key = ({ time, hash, report }: StoredReport) => `${time} ${hash} ${report.position !== null}`;
const anyReports = fc
  .array(fc.tuple(fc.nat(6), fc.integer({ min: -2, max: 2 }), fc.boolean()))
  .map((all) => all.map((one) => stored(...one)).toSorted(compareReports))
  .map((all) => [...new Map(all.map((one) => [key(one), one])).values()]);

it('merges two ordered lists of reports into one, with those of the first list where both have a report', () => {
  fc.assert(
    fc.property(anyReports, anyReports, (one, other) => {
      const merged = mergeReports(one, other);
      const all = new Map([...other, ...one].map((each) => [key(each), each]));
      expect(merged).toEqual([...all.values()].toSorted(compareReports));
      for (const each of one) expect(merged).toContain(each);
    }),
    { numRuns: 300 },
  );
});
