import { expect, test } from 'vitest';
import { componentName, iconsOf } from './used-icons.ts';

test('finds imports on one line or many, without types', () => {
  const source = `
import { IconPlus, type Icon } from '@tabler/icons-react';
import {
  IconMapPin2,
  IconTruck as Truck,
} from '@tabler/icons-react';
import { IconFake } from './elsewhere.ts';`;
  expect(iconsOf(source)).toEqual(['IconPlus', 'IconMapPin2', 'IconTruck']);
});

test('names components as the library does', () => {
  expect(['map-pin-2', 'a-b-2', '123', 'brand-open-source'].map(componentName)).toEqual([
    'IconMapPin2',
    'IconAB2',
    'Icon123',
    'IconBrandOpenSource',
  ]);
});
