/** The list of devices must contain each protocol's port from its description. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROTOCOLS } from '../protocols/src/registry.ts';

const LIST = readFileSync(join(import.meta.dirname, '../docs/devices.md'), 'utf8');

/** The last column: "TCP and UDP 5027". */
const ports = LIST.split('\n')
  .filter((line) => /^\| (?!Protocol|-)/.test(line))
  .map((line) => line.split('|').at(-2)?.trim());

test('each protocol has a line with its transports and its port, and no other has one', () => {
  const described = PROTOCOLS.map((protocol) =>
    protocol.kind === 'http'
      ? `HTTP ${protocol.defaultPort}`
      : `${protocol.transports.map((transport) => transport.toUpperCase()).join(' and ')} ${protocol.defaultPort}`,
  );
  expect(ports).toHaveLength(described.length);
  expect(new Set(ports)).toEqual(new Set(described));
});

test('no two protocols have the same port', () => {
  const numbers = PROTOCOLS.map(({ defaultPort }) => defaultPort);
  expect(new Set(numbers).size).toBe(numbers.length);
});
