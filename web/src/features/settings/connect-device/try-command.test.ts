import type { GatewayPort } from '@milepost/contract/device-operations';
import { expect, test } from 'vitest';
import { tryCommand } from './try-command.ts';

const osmand: GatewayPort = {
  protocol: 'osmand',
  title: 'OsmAnd',
  transports: ['http'],
  port: 5055,
  taken: [],
  setting: 'GATEWAY_OSMAND_PORT',
  takesLayouts: false,
  setup: [],
};

test('names host and port of the OsmAnd gateway', () => {
  expect(tryCommand('fleet.example', [osmand])).toMatch(/^curl "http:\/\/fleet\.example:5055\/\?id=[\w-]+&lat=/);
});

test('an IPv6 address is in brackets', () => {
  expect(tryCommand('::1', [osmand])).toContain('http://[::1]:5055/');
});

test('nothing is offered without an OsmAnd port', () => {
  expect(tryCommand('fleet.example', [{ ...osmand, protocol: 'gt06' }])).toBeNull();
  expect(tryCommand('fleet.example', [{ ...osmand, transports: [], taken: ['http'] }])).toBeNull();
});
