import { expect, test } from 'vitest';
import { setFormat } from '../../../text/format-settings.ts';
import { filterInput, isFiltered, readFilter } from './alarm-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

test('an empty address narrows nothing', () => {
  expect(isFiltered(read(''))).toBe(false);
  expect(filterInput(read(''))).toEqual({ severities: [], vehicleIds: [] });
});

test("the filter of the address is requested, with days in the organisation's time zone", () => {
  setFormat({ language: 'en', timeZone: 'America/Montevideo', dayZone: 'Asia/Kolkata', units: 'metric' });
  expect(
    filterInput(read('show=waiting&severity=critical,major&rule=3&vehicle=7,8&from=2026-02-01&to=2026-02-02')),
  ).toEqual({
    severities: ['critical', 'major'],
    ruleId: 3,
    vehicleIds: [7, 8],
    state: 'active',
    acknowledged: false,
    from: '2026-01-31T18:30:00.000Z',
    to: '2026-02-02T18:30:00.000Z',
  });
  expect(filterInput(read('show=mine'))).toMatchObject({ state: 'active', assignee: 'me' });
});

test.each([
  'show=nothing',
  'severity=awful',
  'rule=x',
  'vehicle=-1',
  'from=2026-02-02&to=2026-02-01',
  'from=2026-02-02',
])('an invalid parameter is ignored: %s', (query) => expect(isFiltered(read(query))).toBe(false));
