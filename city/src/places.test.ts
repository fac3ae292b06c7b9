import { describe, expect, it } from 'vitest';
import { toPlaces } from './places.ts';

/** On the equator 0.001 degree is 111.2 m both ways. Italia runs east along it, Rivera 0.004 degree (445 m) north. */
const places = toPlaces({
  names: ['Av. Italia', 'Rivera'],
  suburbs: [
    { name: 'Buceo', lat: 0.001, lon: 0.002 },
    { name: 'Unión', lat: 0.005, lon: 0.009 },
  ],
  roads: [
    [0, 0, 0, 0, 10_000],
    [1, 4000, 0, 0, 10_000],
  ],
});

describe('find', () => {
  it('finds suburbs and streets by a part of their name, without accents and capitals', () => {
    expect(places.find('UNION', 5)).toEqual([{ name: 'Unión', lat: 0.005, lon: 0.009 }]);
    expect(places.find('av italia', 5)).toEqual([{ name: 'Av. Italia, Buceo', lat: 0, lon: 0.005 }]);
    expect(places.find('i', 5).map(({ name }) => name)).toEqual(['Unión', 'Rivera, Unión', 'Av. Italia, Buceo']);
  });

  it('takes the suburb of a street after a comma', () => {
    expect(places.find('rivera, union', 5).map(({ name }) => name)).toEqual(['Rivera, Unión']);
    expect(places.find('rivera, buceo', 5)).toEqual([]);
  });

  it('gives at most so many, and nothing for nothing', () => {
    expect(places.find('i', 1)).toHaveLength(1);
    expect(places.find(' ', 5)).toEqual([]);
  });
});

describe('placeAt', () => {
  it('names the nearest street and suburb', () => {
    expect(places.placeAt(0.0005, 0.002)).toBe('Av. Italia, Buceo');
    expect(places.placeAt(0.0039, 0.0085)).toBe('Rivera, Unión');
  });

  it('finds a street between the points of its line', () => {
    expect(places.placeAt(-0.0009, 0.0047)).toBe('Av. Italia, Buceo');
  });

  it('knows streets up to 300 m away and not farther', () => {
    // 0.00265 degree is 295 m south of Av. Italia, 0.00275 is 306 m.
    expect(places.placeAt(-0.00265, 0.003)).toBe('Av. Italia, Buceo');
    expect(places.placeAt(-0.00275, 0.003)).toBeNull();
  });

  it('decides between two streets by the distance', () => {
    expect(places.placeAt(0.0019, 0.003)).toMatch(/^Av. Italia/);
    expect(places.placeAt(0.0021, 0.003)).toMatch(/^Rivera/);
  });

  it('has no name for what is no place', () => {
    expect(places.placeAt(Number.NaN, 0)).toBeNull();
    expect(places.placeAt(51.5, 0)).toBeNull();
    expect(toPlaces({ names: [], suburbs: [], roads: [] }).placeAt(0, 0)).toBeNull();
  });
});
