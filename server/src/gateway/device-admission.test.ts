import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { testDatabase } from '../testing/test-database.ts';
import { addDevice } from '../testing/test-gateway.ts';
import { createDeviceAdmission } from './device-admission.ts';
import { createDeviceDirectory } from './device-directory.ts';
import { createFindingRecorder } from './finding-recorder.ts';
import { HomeNetworks } from './home-networks.ts';

const raise = () => undefined;
/** A fixed clock. */
const now = () => 1_700_000_000_000;
const comingFrom = (network: string, secret: string | null) => ({
  address: network,
  network,
  connection: null,
  secret,
});

it('awaits an adopted device for a quarter of an hour in a network with probes', async () => {
  const test = await testDatabase();
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  const directory = createDeviceDirectory({ database: test.database, bus, adopt: null });
  const findings = createFindingRecorder(test.database, logger);
  let time = Date.UTC(2026, 0, 1, 12);
  const homes = { connection: new HomeNetworks(), datagram: new HomeNetworks() };
  const admission = createDeviceAdmission({
    directory,
    bus,
    findings,
    homes,
    raise,
    limited: true,
    now: () => time,
  });
  const identify = async (identity: string, network = '192.0.2.1') => {
    const visitor = { address: network, network, connection: null };
    return admission.remembered(visitor, [identity]) ?? (await admission.lookUp(visitor, [identity], 'osmand'));
  };
  try {
    const probeMany = async () => {
      for (let index = 0; index < 12; index++) {
        for (const network of ['192.0.2.1', '192.0.2.2']) await identify(`guess-${time}-${index}`, network);
      }
    };
    const devices: Record<string, number> = {};
    for (const identity of ['early', 'late']) {
      const { deviceId } = await addDevice(test.database, identity);
      devices[identity] = deviceId;
      bus.publish('device-awaited', { deviceId, identity });
    }
    await probeMany();
    time += 14 * 60_000;
    await probeMany();
    expect(await identify('early')).toMatchObject({ device: { deviceId: devices['early'] }, answer: 'true' });
    time += 2 * 60_000;
    await probeMany();
    expect(await identify('late', '192.0.2.2')).toEqual({ device: null, answer: 'limited' });
    // The device reported from there before: its report is stored, but not confirmed.
    expect(await identify('early')).toMatchObject({ device: { deviceId: devices['early'] }, answer: 'deferred' });
  } finally {
    await admission.close();
    await test.close();
  }
});

it('looks up every visitor with a secret, so that the response time does not reveal who is cached', async () => {
  const test = await testDatabase();
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  const directory = createDeviceDirectory({ database: test.database, bus, adopt: null });
  const findings = createFindingRecorder(test.database, logger);
  const homes = { connection: new HomeNetworks(), datagram: new HomeNetworks() };
  const admission = createDeviceAdmission({ directory, bus, findings, homes, raise, limited: true, now });
  try {
    await addDevice(test.database, 'reporting');
    // The device reports from another network and is therefore cached.
    await admission.lookUp(comingFrom('192.0.2.1', null), ['reporting'], 'osmand');
    const prober = comingFrom('192.0.2.9', 'any');
    for (let index = 0; index < 10; index++) await admission.lookUp(prober, [`guess-${index}`], 'osmand');
    await directory.lookUp(['nobody'], 'osmand');
    for (const identity of ['reporting', 'nobody']) {
      expect(admission.remembered(prober, [identity])).toBeUndefined();
      expect(await admission.lookUp(prober, [identity], 'osmand')).toEqual({ device: null, answer: 'limited' });
      // Without a secret it is not looked up at all.
      expect(admission.remembered(comingFrom('192.0.2.9', null), [identity])).toMatchObject({ answer: 'limited' });
    }
  } finally {
    await admission.close();
    await test.close();
  }
});

it('counts each second identity as a probe, whatever precedes it', async () => {
  const test = await testDatabase();
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  const directory = createDeviceDirectory({ database: test.database, bus, adopt: null });
  const findings = createFindingRecorder(test.database, logger);
  const homes = { connection: new HomeNetworks(), datagram: new HomeNetworks() };
  const admission = createDeviceAdmission({ directory, bus, findings, homes, raise, limited: true, now });
  const random = 'a'.repeat(26);
  try {
    const { deviceId } = await addDevice(test.database, '356307042440777');
    for (const [index, first] of [random, 'tried'].entries()) {
      const prober = comingFrom(`192.0.2.${index}`, null);
      // Caches that the first identity is not registered.
      await admission.lookUp(prober, [first], 'arnavi');
      for (let tried = 0; tried < 10; tried++) await admission.lookUp(prober, [first, `guess-${tried}`], 'arnavi');
      const hit = admission.remembered(prober, [first, '356307042440777']);
      expect(hit).toEqual({ device: null, answer: 'limited' });
    }
    // A device with two identities is found by the second, even when others have learnt that the first is not
    // registered.
    const own = comingFrom('198.51.100.7', null);
    expect(await admission.lookUp(own, ['tried'], 'osmand')).toMatchObject({ device: null });
    expect(
      admission.remembered(own, ['tried', '356307042440777']) ??
        (await admission.lookUp(own, ['tried', '356307042440777'], 'jt808')),
    ).toMatchObject({ device: { deviceId } });
  } finally {
    await admission.close();
    await test.close();
  }
});
