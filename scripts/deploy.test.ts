import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import path from 'node:path';
import { readConfig } from '@milepost/server/config';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '../deploy', name), 'utf8');
const compose = read('compose.yaml');
const valueOf = (pattern: RegExp) => pattern.exec(compose)?.[1] ?? '';

test('the proxy of the compose file is the one address that Milepost believes', () => {
  const address = valueOf(/ipv4_address: (\S+)/);
  expect(valueOf(/TRUSTED_PROXIES: (\S+)/)).toBe(address);
  const [network = '', bits] = valueOf(/subnet: (\S+)/).split('/');
  const subnet = new BlockList();
  subnet.addSubnet(network, Number(bits));
  expect(subnet.check(address)).toBe(true);
  expect(readConfig({ TRUSTED_PROXIES: address }).trustedProxies).toEqual([address]);
});

test('people reach Milepost through the proxy alone, and its upgrades are passed on', () => {
  const ports = [...compose.matchAll(/ports: \[([^\]]*)\]/g)].flatMap(([, list = '']) => list.match(/\d+(?=:)/g) ?? []);
  expect(ports.toSorted()).toEqual(['443', '443', '5023', '5027', '5027', '5055', '80']);
  expect(read('Caddyfile')).toContain('reverse_proxy milepost:8080');
});
