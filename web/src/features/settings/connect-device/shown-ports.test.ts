/** The ports that an installer sees, out of many. */
import type { GatewayPort } from '@milepost/contract/device-operations';
import { expect, it } from 'vitest';
import { shownPorts } from './shown-ports.ts';

const port = (index: number, title: string, taken: GatewayPort['taken'] = []): GatewayPort => ({
  protocol: `p${index}`,
  title,
  transports: ['tcp'],
  port: 5000 + index,
  taken,
  setting: `GATEWAY_P${index}_PORT`,
  takesLayouts: false,
  setup: [],
});
const PORTS = [
  ...Array.from({ length: 8 }, (_, index) => port(index, `Protocol ${index}`)),
  port(8, '@Track (Queclink)'),
  port(9, 'Galileosky', ['tcp']),
];
const titles = (typed: string, all = false) => shownPorts(PORTS, typed, all).map(({ title }) => title);

it('shows the first six, and whatever port another program holds', () => {
  expect(titles('')).toEqual([...Array.from({ length: 6 }, (_, index) => `Protocol ${index}`), 'Galileosky']);
});

it('shows all behind the first six by title', () => {
  expect(titles('', true).slice(6)).toEqual(['Galileosky', 'Protocol 6', 'Protocol 7', '@Track (Queclink)']);
});

it('finds by maker, by protocol and by port, in any order and case', () => {
  expect(titles('QUECLINK')).toEqual(['@Track (Queclink)']);
  expect(titles(' queclink track')).toEqual(['@Track (Queclink)']);
  expect(titles('5009')).toEqual(['Galileosky']);
  expect(titles('p7')).toEqual(['Protocol 7']);
  expect(titles('nobody')).toEqual([]);
});
