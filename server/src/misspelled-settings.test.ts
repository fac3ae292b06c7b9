import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it.each([
  ['GATEWAY_GTO6_PORT', 'GATEWAY_GT06_PORT'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['DATABASE_UR', 'DATABASE_URL'],
  ['DATABASE_URLL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['TRUSTED_PROXYS', null],
])('refuses %s and suggests %s', (name, meant) => {
  const read = () => readConfig({ [name]: 'x' });
  if (meant === null) expect(read).not.toThrow();
  else expect(read).toThrow(`${name}: is not a setting. Did you mean ${meant}?`);
});

it('ignores variables of other programs, and warns of a port that no protocol has', () => {
  const others = {
    PATH: '/bin',
    PORTS: '1',
    GATEWAY_SERVICE_PORT: '80',
    GATEWAY_PORT_80_TCP_PORT: '80',
    HOSTNAME: 'x',
  };
  expect(readConfig(others).warnings).toEqual([]);
  expect(readConfig({ GATEWAY_NOKIA_PORT: '80' }).warnings).toEqual([
    'GATEWAY_NOKIA_PORT has no effect: there is no such protocol',
  ]);
});
