import { describe, expect, test } from 'vitest';
import { readTrack } from './read-track.ts';

const positions = (csv: string, vehicle = '') =>
  readTrack(csv)
    .vehicles.get(vehicle)
    ?.map(({ position }) => position);

const attributesOf = (header: string, row: string) =>
  positions(`Time,LAT,Lon,${header}\n2026-01-26 15:57:02,1,2,${row}`)?.[0]?.attributes;

describe('a track in CSV', () => {
  test('has its columns in any order and under their usual names', () => {
    const csv = 'longitude,speed,latitude,bearing,ignition,timestamp\n-56.2,36.5,-34.9,370,true,2026-01-26 15:57:02';
    expect(positions(csv)).toEqual([
      {
        fixTime: new Date('2026-01-26T15:57:02Z'),
        lat: -34.9,
        lon: -56.2,
        altitudeM: null,
        speedKph: 36.5,
        courseDeg: 10,
        valid: true,
        attributes: { ignition: true },
      },
    ]);
  });

  test('reads times with their zone, or as UTC', () => {
    const csv = 'time,lat,lon\n2014-09-10T06:54:07+02:00,1,2\n2014-09-10T06:54:07,1,2\n';
    const times = positions(csv)?.map(({ fixTime }) => fixTime.toISOString());
    expect(times).toEqual(['2014-09-10T04:54:07.000Z', '2014-09-10T06:54:07.000Z']);
  });

  test('splits by vehicle, reads quoted cells, and keeps the readable values', () => {
    const csv = [
      '"id","vehicle_id","timestamp","latitude","longitude"',
      '1,"a ""b"", c","2026-01-26 15:57:02",1,2',
      '2,"a ""b"", c","2026-01-26 15:57:32",91,2',
      '3,"d","yesterday",1,2',
      '4,"d","2026-01-26 15:57:32",,2',
    ].join('\r\n');
    expect(positions(csv, 'a "b", c')).toHaveLength(1);
    expect(positions(csv, 'd')).toBeUndefined();
    expect(readTrack(csv).faults).toEqual([
      { line: 3, fault: 'no place: 91, 2' },
      { line: 4, fault: 'no time: yesterday' },
      { line: 5, fault: 'no place: , 2' },
    ]);
  });

  test.each(['\n', '\r\n', '\r'])('has lines that end with %j', (end) => {
    const csv = ['time,lat,lon', '2026-01-26 15:57:02,1,2', '2026-01-26 15:57:32,1,2', '?,1,2', ''].join(end);
    const { vehicles, faults } = readTrack(csv);
    expect(vehicles.get('')).toHaveLength(2);
    expect(faults).toEqual([{ line: 4, fault: 'no time: ?' }]);
  });

  test.each([
    ['2026-02-30', null],
    ['2026-02-30 12:00:00', null],
    ['2025-02-29T12:00:00Z', null],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['2026-13-01 12:00:00', null],
    ['2026-01-01 24:00:01', null],
    ['2026-01-01 12:60:00', null],
    ['2026-01-01 12:00:61', null],
    ['2026-01-01 12:00:00+99:00', null],
    ['12', null],
    ['1 Jan 2026', null],
    ['2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01 12:34', '2026-01-01T12:34:00.000Z'],
    ['2026-01-01 12:34:56.789', '2026-01-01T12:34:56.789Z'],
    ['2026-01-01 00:30:00+0530', '2025-12-31T19:00:00.000Z'],
    ['2026-01-01T12:00:00 -03', '2026-01-01T15:00:00.000Z'],
  ])('time %j is %j', (text, time) => {
    const { vehicles, faults } = readTrack(`time,lat,lon\n${text},1,2`);
    expect(vehicles.get('')?.[0]?.position.fixTime.toISOString() ?? null).toBe(time);
    expect(faults).toEqual(time === null ? [{ line: 2, fault: `no time: ${text}` }] : []);
  });

  test.each([
    ['1,2,fast,', 'no speed: fast'],
    ['1,2,0x10,', 'no speed: 0x10'],
    ['1,2,1e999,', 'no speed: 1e999'],
    ['1,2,NaN,', 'no speed: NaN'],
    ['1,2,Infinity,', 'no speed: Infinity'],
    ['1,2,10,north', 'no course: north'],
    ['0x10,2,10,', 'no place: 0x10, 2'],
    ['1,0b11,10,', 'no place: 1, 0b11'],
    ['1,2,,', null],
    ['+1.5e0,-.5,3.,1', null],
  ])('numbers %j have the fault %j', (row, fault) => {
    const { faults } = readTrack(`time,lat,lon,speed,course\n2026-01-26 15:57:02,${row}`);
    expect(faults).toEqual(fault === null ? [] : [{ line: 2, fault }]);
  });

  test('has its supply, odometer and revolutions, by name in any case and in their units', () => {
    expect(attributesOf('Power,Odometer,RPM', '12.48,152000,820')).toEqual({
      powerV: 12.48,
      odometerM: 152_000,
      engineRpm: 820,
    });
    expect(attributesOf('power_mv,Odometer (km),engineRpm', '27900,152.3,0')).toEqual({
      powerV: 27.9,
      odometerM: 152_300,
      engineRpm: 0,
    });
    expect(attributesOf('Supply voltage,odometerM', ',-')).toEqual({});
  });

  test.each([
    ['ON', true],
    ['yes', true],
    ['1', true],
    ['True', true],
    ['off', false],
    ['0', false],
    ['F', false],
    ['?', undefined],
    ['', undefined],
  ])('ignition %j is %j', (text, ignition) => {
    const [position] = positions(`time,lat,lon,Ign\n2026-01-26 15:57:02,1,2,${text}`) ?? [];
    expect(position?.attributes.ignition).toBe(ignition);
  });

  test('is nowhere at 0, 0, as on the server, and names the columns that it is not read from', () => {
    const csv = 'time,lat,lon,hdop,vehicle,id,Temp °C\n2026-01-26 15:57:02,0,0,1,a,7,3';
    const { vehicles, unknown } = readTrack(csv);
    expect(vehicles.get('a')).toMatchObject([{ position: { valid: false } }]);
    expect(unknown).toEqual(['hdop', 'Temp °C']);
  });

  test('without a place is no track', () => {
    expect(() => readTrack('time,latitude\n2026-01-26 15:57:02,1')).toThrow('no column lon');
  });
});
