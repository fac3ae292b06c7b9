import { expect, test } from 'vitest';
import { choice, initialValues, number, onOff, turned, words } from './knobs.ts';

const knobs = {
  max: number(10, 1, 20),
  wrap: onOff(true),
  type: choice(['info', 'warning'], 'warning'),
  title: words(''),
};

test('knobs begin where they were told to', () => {
  expect(initialValues(knobs)).toEqual({ max: 10, wrap: true, type: 'warning', title: '' });
});

test('only what was turned has to be written', () => {
  expect(turned(knobs, { max: 10, wrap: false, type: 'info', title: '' })).toEqual({ wrap: false, type: 'info' });
});
