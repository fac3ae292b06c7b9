import type { NearTown } from '@milepost/city/towns';
import { expect, test } from 'vitest';
import { townWords } from './town-words.ts';

const near = (more: Partial<NearTown> = {}): NearTown => ({
  town: { name: 'Igatpuri', arabicName: null, region: 'Maharashtra', country: 'IN' },
  section: null,
  distanceM: 3977,
  bearingDeg: 46.1,
  inside: false,
  ...more,
});
const EN = { language: 'en', units: 'metric' } as const;

test('a position is described by distance and direction from the town, in language and units of the reader', () => {
  expect(townWords(near(), EN)).toBe('4 km NE of Igatpuri, Maharashtra, India');
  expect(townWords(near(), { ...EN, units: 'imperial' })).toBe('2 mi NE of Igatpuri, Maharashtra, India');
  expect(townWords(near(), { ...EN, language: 'hi' })).toBe('Igatpuri, Maharashtra, भारत से 4 किमी उत्तर-पूर्व');
  expect(townWords(near(), { ...EN, language: 'ar' })).toBe('4 كم شمال شرق Igatpuri، Maharashtra، الهند');
});

const directionOf = (bearingDeg: number) => townWords(near({ bearingDeg }), EN).split(' ')[2];

test('directions are those of the eight points of the compass', () => {
  expect([0, 22.4, 22.6, 90, 180, 270, 337.4, 337.6, 359.9].map(directionOf)).toEqual([
    'N',
    'N',
    'NE',
    'E',
    'S',
    'W',
    'NW',
    'N',
    'N',
  ]);
});

test('at the middle of a town there is no distance, and in a known part of it that part', () => {
  expect(townWords(near({ distanceM: 999 }), EN)).toBe('Igatpuri, Maharashtra, India');
  const berlin = { name: 'Berlin', arabicName: null, region: 'Land Berlin', country: 'DE' };
  const section = { ...berlin, name: 'Mitte' };
  expect(townWords(near({ town: berlin, section, distanceM: 5000, inside: true }), EN)).toBe('Mitte, Berlin, Germany');
});

test('nothing is named twice', () => {
  const town = { name: 'Singapore', arabicName: null, region: '', country: 'SG' };
  expect(townWords(near({ town, distanceM: 0 }), EN)).toBe('Singapore');
  const nairobi = { name: 'Nairobi', arabicName: null, region: 'Nairobi County', country: 'KE' };
  expect(townWords(near({ town: nairobi, distanceM: 0 }), EN)).toBe('Nairobi, Kenya');
});

test('Arabic names are used if known', () => {
  const town = { name: 'Giza', arabicName: 'الجيزة', region: 'Giza', country: 'EG' };
  expect(townWords(near({ town }), { ...EN, language: 'ar' })).toBe('4 كم شمال شرق الجيزة، مصر');
});
