import { expect, test } from 'vitest';
import { banner } from './banner.ts';

test('the terminal shows address and password last, whatever the number of ports', () => {
  const gatewayPorts = Array.from({ length: 200 }, (_, index) => ({
    protocol: `p${index}`,
    transport: 'tcp',
    port: 5000 + index,
    taken: index === 7,
    setting: `GATEWAY_P${index}_PORT`,
  }));
  const server = {
    address: 'http://127.0.0.1:8080',
    metricsAddress: 'http://127.0.0.1:9464',
    admin: { username: 'admin', password: 'abc' },
    gatewayPorts,
  };
  const lines = banner(server, false).trimEnd().split('\n');
  expect(lines.slice(-6)).toEqual([
    expect.stringMatching(/^  Milepost is running, version \d+\.\d+\.\d+\.$/),
    '',
    '  Metrics    http://127.0.0.1:9464/metrics',
    '  Address    http://127.0.0.1:8080',
    '  User       admin',
    '  Password   abc   (shown only this once)',
  ]);
  expect(lines).toContain('  Devices    p6 over tcp: port 5006');
  expect(lines.find((line) => line.includes(' p7 '))).toMatch(/port 5007 is in use .*GATEWAY_P7_PORT/);
});
