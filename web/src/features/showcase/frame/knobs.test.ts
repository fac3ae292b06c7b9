import { expect, test } from 'vitest';
import { always, areValuesOf, choice, initialValues, isTurned, number, onOff, turned, words } from './knobs.ts';

const knobs = {
  max: number(10, 1, 20),
  wrap: onOff(true),
  type: choice(['info', 'warning'], 'warning'),
  title: words(''),
};

test('knobs have their initial values', () => {
  expect(initialValues(knobs)).toEqual({ max: 10, wrap: true, type: 'warning', title: '' });
});

test('only changed values are written', () => {
  expect(turned(knobs, { max: 10, wrap: false, type: 'info', title: '' })).toEqual({ wrap: false, type: 'info' });
});

test("a value that differs from the component's default is always written, unless it is emptied", () => {
  const own = { step: always(number(5, 1, 100)), suffix: always(words(' km/h')) };
  expect(turned(own, { step: 5, suffix: ' km/h' })).toEqual({ step: 5, suffix: ' km/h' });
  expect(turned(own, { step: 5, suffix: '' })).toMatchObject({ step: 5 });
  expect(isTurned(own, { step: 5, suffix: ' km/h' })).toBe(false);
  expect(isTurned(own, { step: 6, suffix: ' km/h' })).toBe(true);
});

test('values belong to knobs when each is one that its knob can be turned to', () => {
  const values = initialValues(knobs);
  expect(areValuesOf(knobs, values)).toBe(true);
  expect(areValuesOf(knobs, { ...values, type: 'danger' })).toBe(false);
  expect(areValuesOf(knobs, { ...values, max: '10' })).toBe(false);
  expect(areValuesOf(knobs, { max: 10 })).toBe(false);
  expect(areValuesOf(undefined, {})).toBe(true);
});
