import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeviceDirectory } from '../../gateway/device-directory.ts';
import { isSecret } from '../../gateway/device-secret.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { addFindings } from '../../store/devices/device-findings.ts';
import { httpFixture, type HttpFixture, stubGateways } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
let fixture: HttpFixture;
let admin: TestBrowser;
let branch: TestBrowser;
let changes = 0;

beforeAll(async () => {
  const prober = {
    misses: 40,
    refused: 9000,
    waiting: 3,
    since: NOW,
    lastAt: NOW + 1000,
    limitedUntil: Date.now() + 60_000,
  };
  fixture = await httpFixture({
    gateways: {
      ...stubGateways([]),
      probers: async () => [
        { ...prober, network: '203.0.113.9' },
        { ...prober, network: '2001:db8:0:7', limitedUntil: NOW },
        // Known devices whose reports were refused for another reason are no probers.
        { ...prober, network: '198.51.100.4', misses: 0 },
      ],
    },
  });
  admin = await fixture.signedIn();
  const organisationId = await addOrganisation(fixture.database, 'Branch', 1);
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'branch', password: 'pass-word', organisationId, grants });
  branch = await fixture.signedIn('branch', 'pass-word');
  fixture.services.bus.subscribe('blocked-networks-changed', () => changes++);
});
afterAll(() => fixture.close());

test('probing networks are shown to the root organisation, which can block them', async () => {
  const { guessers: probers } = await admin.call('get-guesser-list');
  expect(probers).toHaveLength(2);
  expect(probers).toMatchObject([
    { network: '203.0.113.9', misses: 40, refused: 9000, waiting: 3, since: '2026-03-01T12:00:00.000Z' },
    { network: '2001:db8:0:7::/64', limitedUntil: null },
  ]);
  expect(probers?.[0]?.limitedUntil).not.toBeNull();
  expect(await branch.call('get-guesser-list')).toMatchObject({ status: 200, guessers: [], blocked: [] });
});

test('a network is blocked and unblocked, only by the root organisation', async () => {
  const { id } = await admin.call('block-network', { network: '2001:db8:0:7::/64', note: 'Guesses' });
  expect(await admin.call('block-network', { network: '2001:db8:0:7::/64' })).toMatchObject({ status: 200, id });
  expect((await admin.call('get-guesser-list')).blocked).toMatchObject([
    { id, network: '2001:db8:0:7::/64', note: 'Guesses', blockedBy: 'admin' },
  ]);
  expect((await branch.call('unblock-network', { id })).status).toBe(403);
  expect((await branch.call('block-network', { network: '192.0.2.1' })).status).toBe(403);
  expect((await admin.call('unblock-network', { id })).status).toBe(200);
  expect((await admin.call('unblock-network', { id })).status).toBe(404);
  expect((await admin.call('get-guesser-list')).blocked).toEqual([]);
  expect(changes).toBe(3);
});

const LARGE = 'This network is too large to block. The largest are /8 of IPv4 and /16 of IPv6.';

test.each([
  ...['0.0.0.0/0', '0.0.0.0/1', '128.0.0.0/1', '12.0.0.0/7', '::/0', '2000::/3', '2001::/15'].map((network) => [
    network,
    LARGE,
  ]),
  // IPv4 addresses in IPv6 form.
  ...['::ffff:0:0/96', '::ffff:128.0.0.0/97', '::ffff:12.0.0.0/103'].map((network) => [network, LARGE]),
  ['127.0.0.0/8', 'This network contains your own address, 127.0.0.1.'],
  ['127.0.0.1', 'This network contains your own address, 127.0.0.1.'],
])('%s cannot be blocked', async (network, words) => {
  expect(await admin.call('block-network', { network })).toMatchObject({ status: 422, fields: { network: words } });
});

test.each(['12.0.0.0/8', '::ffff:12.0.0.0/104', '2001::/16'])('%s can be blocked', async (network) => {
  const { id, status } = await admin.call('block-network', { network });
  expect(status).toBe(200);
  await admin.call('unblock-network', { id });
});

test.each(['', '10.0.0.0/33', '10.0.0', '2001:db8::/129', 'example.org', '10.0.0.1-10.0.0.9'])(
  '"%s" is no network',
  async (network) => {
    expect((await admin.call('block-network', { network })).fields).toHaveProperty('network');
    const answer = await admin.call('save-device', { identity: 'nowhere', networks: [network] });
    expect(answer.fields).toHaveProperty(['networks.0']);
  },
);

test('a secret is shown once, stored as its hash, replaced and removed', async () => {
  const { device } = await admin.call('save-device', { identity: 'phone', protocol: 'osmand' });
  const id = device?.id;
  const directory = createDeviceDirectory({ database: fixture.database, bus: fixture.services.bus, adopt: null });
  const hash = async () => (await directory.lookUp(['phone'], 'osmand'))?.guard?.secretHash ?? null;
  expect(await hash()).toBeNull();
  const first = await admin.call('make-device-secret', { id });
  // 128 bits in base32.
  expect(first.secret).toMatch(/^[a-z2-7]{26}$/);
  expect(first.device?.secretSince).not.toBeNull();
  const second = await admin.call('make-device-secret', { id });
  expect(second.secret).not.toBe(first.secret);
  const storedHash = await hash();
  expect(storedHash && isSecret(second.secret ?? '', storedHash)).toBe(true);
  expect(storedHash && isSecret(first.secret ?? '', storedHash)).toBe(false);
  for (const name of ['get-device-by-id', 'get-device-list'] as const) {
    expect(JSON.stringify(await admin.call(name, { id }))).not.toContain(second.secret);
  }
  const log = await fixture.database.query(`SELECT before, after FROM audit_log WHERE subject = 'device'`);
  expect(JSON.stringify(log.rows)).toContain('secretSince');
  expect(JSON.stringify(log.rows)).not.toContain(second.secret);
  expect((await admin.call('drop-device-secret', { id })).device?.secretSince).toBeNull();
  expect(await hash()).toBeNull();
});

test('allowed networks are those of the device, else those of its organisation', async () => {
  const networks = ['10.20.0.0/16', '2001:db8::/32'];
  const { device } = await admin.call('save-device', { identity: 'apn', networks });
  expect(device?.networks).toEqual(networks);
  const id = device?.id;
  const directory = createDeviceDirectory({ database: fixture.database, bus: fixture.services.bus, adopt: null });
  const allowed = async () => (await directory.lookUp(['apn'], 'gt06'))?.guard?.networks;
  expect(await allowed()).toEqual(networks);
  const changed = await admin.call('save-device', { id, identity: 'apn', model: 'FMB120' });
  expect(changed.device?.networks).toEqual(networks);
  await admin.call('save-organisation-settings', { id: 1, timeZone: 'UTC', deviceNetworks: ['192.0.2.0/24'] });
  expect((await admin.call('get-organisation-settings', { id: 1 })).deviceNetworks).toEqual(['192.0.2.0/24']);
  expect(await allowed()).toEqual(networks);
  await admin.call('save-device', { id, identity: 'apn', networks: [] });
  expect(await allowed()).toEqual(['192.0.2.0/24']);
});

test('reports in the name of a device are among its faults, in a vehicle or not', async () => {
  const { vehicle } = await admin.call('adopt-device', { protocol: 'gt06', identity: '356', registration: 'SBA 1' });
  const free = (await admin.call('save-device', { identity: '357' })).device?.id ?? 0;
  const at = Date.now() - 3_600_000;
  const finding = { times: 2, at, address: '203.0.113.9', otherAddress: null };
  const deviceId = vehicle?.deviceId ?? 0;
  await addFindings(fixture.database, [
    { ...finding, deviceId, kind: 'elsewhere' },
    { ...finding, deviceId: free, kind: 'twoSenders', otherAddress: '198.51.100.1' },
  ]);
  await addFindings(fixture.database, [{ ...finding, deviceId, kind: 'elsewhere', times: 3 }]);
  const shown = { at: new Date(at).toISOString(), address: '203.0.113.9' };
  const elsewhere = { kind: 'elsewhere', times: 5, ...shown };
  expect((await admin.call('get-device-by-id', { id: deviceId })).device?.faults).toEqual([elsewhere]);
  expect((await admin.call('get-vehicle-engine', { vehicleId: vehicle?.id })).engine?.faults).toEqual([elsewhere]);
  expect((await admin.call('get-device-by-id', { id: free })).device?.faults).toEqual([
    { kind: 'twoSenders', times: 2, ...shown, otherAddress: '198.51.100.1' },
  ]);
});
