import { describe, expect, it } from 'vitest';
import { loadPlaces, toPlaces } from './places.ts';

/**
 * On the equator 0.001 degree is 111.2 m in both directions. Italia runs east along it, Rivera 0.004 degree (445 m)
 * north.
 */
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

const namesOf = (typed: string) => places.find(typed, 5).map(({ name }) => name);

describe('find', () => {
  it('finds suburbs and streets by a part of their name, ignoring accents and case', () => {
    expect(places.find('UNION', 5)).toEqual([{ name: 'Unión', lat: 0.005, lon: 0.009 }]);
    expect(places.find('av italia', 5)).toEqual([{ name: 'Av. Italia, Buceo', lat: 0, lon: 0.005 }]);
    expect(places.find('i', 5).map(({ name }) => name)).toEqual(['Unión', 'Rivera, Unión', 'Av. Italia, Buceo']);
  });

  it('reads the suburb of a street after a comma', () => {
    expect(namesOf('rivera, union')).toEqual(['Rivera, Unión']);
    // The point of the street that is nearest to the suburb's middle.
    expect(places.find('rivera, buceo', 5)).toEqual([{ name: 'Rivera, Buceo', lat: 0.004, lon: 0.002 }]);
    expect(namesOf('rivera, pocitos')).toEqual([]);
  });

  it('finds an address in the usual notations', () => {
    for (const typed of [
      'Av. Italia, Buceo',
      'Avenida Italia, Buceo',
      'avda italia buceo',
      'Av. Italia 2500, Buceo',
      'Av Italia 2500B, 11300 Montevideo, Uruguay',
      'av italia buceo montevideo',
    ]) {
      expect(namesOf(typed)[0], typed).toBe('Av. Italia, Buceo');
    }
    expect(namesOf('buceo, montevideo')).toEqual(['Buceo']);
  });

  it('does not place a street in a distant suburb', () => {
    const far = toPlaces({
      names: ['Rivera'],
      // 0.0144 degree is 1601 m, 0.0126 is 1401 m.
      suburbs: [
        { name: 'Lejos', lat: 0.0144, lon: 0.002 },
        { name: 'Cerca', lat: -0.0126, lon: 0.002 },
      ],
      roads: [[0, 0, 0, 0, 10_000]],
    });
    expect(far.find('rivera, lejos', 5)).toEqual([]);
    expect(far.find('rivera, cerca', 5).map(({ name }) => name)).toEqual(['Rivera, Cerca']);
  });

  it('limits the number of results, and returns none for an empty query', () => {
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

  it('finds streets up to 300 m away and not farther', () => {
    // 0.00265 degree is 295 m south of Av. Italia, 0.00275 is 306 m.
    expect(places.placeAt(-0.00265, 0.003)).toBe('Av. Italia, Buceo');
    expect(places.placeAt(-0.00275, 0.003)).toBeNull();
  });

  it('chooses the nearer of two streets', () => {
    expect(places.placeAt(0.0019, 0.003)).toMatch(/^Av. Italia/);
    expect(places.placeAt(0.0021, 0.003)).toMatch(/^Rivera/);
  });

  it('returns no name for invalid coordinates', () => {
    expect(places.placeAt(Number.NaN, 0)).toBeNull();
    expect(places.placeAt(51.5, 0)).toBeNull();
    expect(toPlaces({ names: [], suburbs: [], roads: [] }).placeAt(0, 0)).toBeNull();
  });
});

describe('the names of the demo city', () => {
  const city = loadPlaces();

  it("includes the example in the address field's placeholder", () => {
    // On the avenue, 1.2 km north of the middle of Buceo.
    const [first] = city.find('Av. Italia, Buceo', 5);
    expect(first?.name).toBe('Av. Italia, Buceo');
    expect(first?.lat).toBeCloseTo(-34.887, 2);
    expect(first?.lon).toBeCloseTo(-56.129, 2);
    expect(city.find('Avenida 18 de Julio 1234, Montevideo', 5)[0]?.name).toMatch(/^Av\. 18 de Julio, /);
  });
});
