import { expect, test } from 'vitest';
import { checkTripRequest } from './check-trip-request.ts';

const good = { registration: 'SBA 1234', passengers: 4, mail: 'ana@example.org', from: 'Harbour' };

test('valid values have no errors', () => {
  expect(checkTripRequest(good)).toEqual({});
});

test('every field is checked separately', () => {
  expect(Object.keys(checkTripRequest({ registration: ' ', passengers: '', mail: 'ana@', from: '' }))).toEqual([
    'registration',
    'passengers',
    'mail',
    'from',
  ]);
  expect(checkTripRequest({ ...good, passengers: 61 })).toEqual({ passengers: 'forms.whole.passengers-range' });
  expect(checkTripRequest({ ...good, passengers: 60 })).toEqual({});
});
