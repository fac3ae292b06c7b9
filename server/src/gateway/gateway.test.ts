import { createSocket } from 'node:dgram';
import * as gt06 from '@milepost/protocols/gt06/device';
import { buildPacket } from '@milepost/protocols/jt808/frame';
import * as teltonika from '@milepost/protocols/teltonika/device';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readTrack } from '../store/tracks/positions.ts';
import { deviceClient } from '../testing/device-client.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';

let test: TestDatabase;
let gateway: TestGateway;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

let imeis = 356_307_042_440_000;
const newImei = () => String(++imeis);
/** Whole seconds, which both protocols preserve. */
const START = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const place = (index: number) => ({
  time: new Date(START + index * 10_000),
  lat: -34.9 + index / 1000,
  lon: -56.16,
  speedKph: 36,
  courseDeg: 90,
});
const fix = (index: number) => ({ ...place(index), satellites: 9, valid: true, ignition: true });

async function device(name: string) {
  const client = await deviceClient(gateway.ports.get(name) ?? 0);
  closers.push(client.close);
  return client;
}

async function storedPlaces(vehicleId: number) {
  const [from, to] = [new Date(START - 86_400_000), new Date(START + 86_400_000)];
  const places: number[] = [];
  for await (const { lat } of readTrack(test.database, vehicleId, from, to)) {
    for (const value of lat) places.push(Math.round((value / 1e7 + 34.9) * 1000));
  }
  return places;
}

const acknowledged = (bytes: Buffer) => new gt06.DeviceReader().push(bytes).filter((frame) => frame.type === 0x22);

describe('a GT06 device', () => {
  it('is answered at login, and its positions are acknowledged in order once they are stored', async () => {
    const imei = newImei();
    const { vehicleId } = await addDevice(test.database, imei);
    const client = await device('gt06/tcp');
    client.send(gt06.encodeLogin(imei, 1));
    for (let index = 0; index < 20; index++) client.send(gt06.encodePosition(fix(index), 100 + index));
    await expect.poll(() => acknowledged(client.received()).length).toBe(20);
    const serials = acknowledged(client.received()).map((frame) => frame.serial);
    expect(serials).toEqual(Array.from({ length: 20 }, (_, index) => 100 + index));
    expect(await storedPlaces(vehicleId)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('may send login and positions in one write, before it is looked up', async () => {
    const imei = newImei();
    const { vehicleId } = await addDevice(test.database, imei);
    const client = await device('gt06/tcp');
    const positions = [0, 1, 2, 3].map((index) => gt06.encodePosition(fix(index), 10 + index));
    client.send(Buffer.concat([gt06.encodeLogin(imei, 1), ...positions]));
    await expect.poll(() => acknowledged(client.received()).map((frame) => frame.serial)).toEqual([10, 11, 12, 13]);
    expect(await storedPlaces(vehicleId)).toEqual([0, 1, 2, 3]);
  });

  it('may repeat a frame: it is acknowledged again and stored once', async () => {
    const imei = newImei();
    const { vehicleId } = await addDevice(test.database, imei);
    const client = await device('gt06/tcp');
    client.send(gt06.encodeLogin(imei, 1));
    for (const serial of [2, 3, 4]) client.send(gt06.encodePosition(fix(0), serial));
    await expect.poll(() => acknowledged(client.received()).length).toBe(3);
    expect(await storedPlaces(vehicleId)).toEqual([0]);
  });

  it('may be split into single bytes with garbage between its frames', async () => {
    const imei = newImei();
    const { vehicleId } = await addDevice(test.database, imei);
    const client = await device('gt06/tcp');
    const frames = [gt06.encodeLogin(imei, 1), Buffer.from('garbage!'), gt06.encodePosition(fix(0), 2)];
    for (const byte of Buffer.concat(frames)) client.send(Buffer.of(byte));
    await expect.poll(() => storedPlaces(vehicleId)).toEqual([0]);
  });

  it('may report late and newest first: everything is stored, and the live state is that of the newest fix', async () => {
    const imei = newImei();
    const { deviceId, vehicleId } = await addDevice(test.database, imei);
    const client = await device('gt06/tcp');
    client.send(gt06.encodeLogin(imei, 1));
    for (const index of [5, 3, 4, 0, 1, 2]) client.send(gt06.encodePosition(fix(index), index));
    await expect.poll(() => storedPlaces(vehicleId)).toEqual([0, 1, 2, 3, 4, 5]);
    const { rows } = await test.database.query('SELECT lat, fix_time FROM device_states WHERE device_id = $1', [
      deviceId,
    ]);
    expect(rows).toEqual([{ lat: -348_950_000, fix_time: fix(5).time }]);
  });
});

describe('a Teltonika device', () => {
  const records = [0, 1, 2].map((index) => ({ ...place(index), ignition: true }));

  it('gets the number of stored records', async () => {
    const imei = newImei();
    const { vehicleId } = await addDevice(test.database, imei);
    const client = await device('teltonika/tcp');
    client.send(teltonika.encodeLogin(imei));
    await expect.poll(() => client.received().toString('hex')).toBe('01');
    client.send(teltonika.encodeAvl(records));
    await expect.poll(() => client.received().toString('hex')).toBe('0100000003');
    expect(await storedPlaces(vehicleId)).toEqual([0, 1, 2]);
  });

  it('may use UDP', async () => {
    const imei = newImei();
    const { vehicleId } = await addDevice(test.database, imei);
    const socket = createSocket('udp4');
    closers.push(() => socket.close());
    const answers: Buffer[] = [];
    socket.on('message', (answer) => answers.push(answer));
    const datagram = teltonika.encodeAvlUdp(imei, 0xcafe, 5, records);
    socket.send(datagram, gateway.ports.get('teltonika/udp') ?? 0, '127.0.0.1');
    // The channel acknowledgement: length 5, the packet's id, type 1, the AVL packet's id, the number of accepted
    // records.
    await expect.poll(() => answers.map((answer) => answer.toString('hex'))).toEqual(['0005cafe010503']);
    expect(await storedPlaces(vehicleId)).toEqual([0, 1, 2]);
  });
});

describe('a datagram that anybody can forge', () => {
  it('is not answered with its own bytes before its device is known', async () => {
    const imei = newImei();
    const socket = createSocket('udp4');
    closers.push(() => socket.close());
    const answers: string[] = [];
    socket.on('message', (answer) => answers.push(answer.toString('latin1')));
    const send = (text: string) => socket.send(text, gateway.ports.get('h02/udp') ?? 0, '127.0.0.1');
    send(`*HQ,${newImei()},HTBT#`);

    await addDevice(test.database, imei);
    send(`*HQ,${imei},HTBT#`);
    await expect.poll(() => answers).toEqual([`*HQ,${imei},HTBT#`]);
  });
});

const phoneUrl = (query: string) => `http://127.0.0.1:${gateway.ports.get('osmand/http')}/?${query}`;

describe('a phone over HTTP', () => {
  it('gets 200 once its position is stored', async () => {
    const { vehicleId } = await addDevice(test.database, 'phone-1');
    const response = await fetch(phoneUrl(`id=phone-1&lat=-34.899&lon=-56.16&timestamp=${START / 1000}`));
    expect(response.status).toBe(200);
    expect(await storedPlaces(vehicleId)).toEqual([1]);
  });

  it('gets an error for a missing parameter and for an unknown identity', async () => {
    const nameless = await fetch(phoneUrl('lat=1&lon=2'));
    expect([nameless.status, await nameless.text()]).toEqual([400, expect.stringContaining('id')]);
    expect((await fetch(phoneUrl('id=nobody&lat=1&lon=2'))).status).toBe(404);
    expect(gateway.contacts.list().find((contact) => contact.identity === 'nobody')).toMatchObject({
      deviceId: null,
      faults: 0,
    });
  });
});

describe('limits of requests', () => {
  it('refuse a connection beyond those of one address', async () => {
    const small = await testGateway(test, { maxConnectionsPerAddress: 1 });
    closers.push(() => small.close());
    const port = small.ports.get('osmand/http') ?? 0;
    const first = await deviceClient(port);
    closers.push(first.close);
    await (
      await deviceClient(port)
    ).closed;
    first.send(Buffer.from('GET /?id=nobody&lat=1&lon=2 HTTP/1.1\r\nHost: x\r\n\r\n'));
    await expect.poll(() => first.received().toString()).toContain('404');
  });

  it('delay a device that sends more than ten seconds allow', async () => {
    await addDevice(test.database, 'phone-2');
    const slow = await testGateway(test, { maxFramesPerSecond: 1 });
    closers.push(() => slow.close());
    const send = (second: number) =>
      fetch(
        `http://127.0.0.1:${slow.ports.get('osmand/http')}/?id=phone-2&lat=1&lon=2&timestamp=${START / 1000 + second}`,
      );
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, second) => {
        const response = await send(second);
        return response.status;
      }),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });
});

describe('an unknown device', () => {
  it('is answered at login without a confirmation; once adopted, its reports are stored and acknowledged', async () => {
    const imei = newImei();
    const client = await device('gt06/tcp');
    client.send(gt06.encodeLogin(imei, 1));
    client.send(gt06.encodePosition(fix(0), 2));
    const contact = () => gateway.contacts.inFull(gateway.contacts.list()).find((one) => one.identity === imei);
    await expect.poll(() => contact()?.frames).toBe(2);
    expect(contact()).toMatchObject({ protocol: 'gt06', connected: true, deviceId: null });
    expect(contact()?.lastFrame?.data).toMatch(/^7878/);
    expect(contact()?.decoded?.summary).toContain('-34.90000, -56.16000');
    const answers = () => new gt06.DeviceReader().push(client.received()).map((frame) => frame.type);
    await expect.poll(answers).toEqual([0x01]);

    const { vehicleId } = await addDevice(test.database, imei);
    gateway.bus.publish('fleet-changed', { organisationId: 1 });
    await expect.poll(() => acknowledged(client.received()).map((frame) => frame.serial)).toEqual([2]);
    client.send(gt06.encodePosition(fix(1), 3));
    await expect.poll(() => acknowledged(client.received()).map((frame) => frame.serial)).toEqual([2, 3]);
    expect(await storedPlaces(vehicleId)).toEqual([0, 1]);
  });
});

describe('with adoption of unknown devices', () => {
  it('adopts a device at its first frame, and many concurrently', async () => {
    const adopt = async (identity: string) => {
      const { deviceId, vehicleId } = await addDevice(test.database, identity);
      open.bus.publish('fleet-changed', { organisationId: 1 });
      return { deviceId, vehicleId, organisationId: 1 };
    };
    const open = await testGateway(test, { adopt });
    closers.push(() => open.close());
    const clients = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = await deviceClient(open.ports.get('gt06/tcp') ?? 0);
        client.send(gt06.encodeLogin(newImei(), 1));
        for (const serial of [2, 3]) client.send(gt06.encodePosition(fix(serial), serial));
        return client;
      }),
    );
    for (const client of clients) {
      await expect.poll(() => acknowledged(client.received()).map((frame) => frame.serial)).toEqual([2, 3]);
      client.close();
    }
  });
});

describe('garbage and unknown devices', () => {
  it('close a connection that sends a lot without a frame; garbage between frames is forgiven', async () => {
    const noise = await device('gt06/tcp');
    noise.send(Buffer.alloc(1_000_000));
    await noise.closed;

    const imei = newImei();
    const { vehicleId } = await addDevice(test.database, imei);
    const client = await device('gt06/tcp');
    client.send(gt06.encodeLogin(imei, 1));
    for (const serial of [2, 3, 4]) {
      client.send(Buffer.alloc(60_000));
      client.send(gt06.encodePosition(fix(serial), serial));
    }
    await expect.poll(() => storedPlaces(vehicleId)).toEqual([2, 3, 4]);
  });

  it('cost a counter and the connection, not the process', async () => {
    const small = await testGateway(test, { maxFaultsInRow: 3 });
    closers.push(() => small.close());
    const client = await deviceClient(small.ports.get('teltonika/tcp') ?? 0);
    // Complete AVL packets (preamble, length, data) with a wrong checksum.
    const bad = Buffer.from(teltonika.encodeAvl([place(0)]));
    bad.writeUInt32BE(0xffff, bad.length - 4);
    client.send(Buffer.from(teltonika.encodeLogin(newImei())));
    for (let count = 0; count < 3; count++) client.send(bad);
    await client.closed;
    const text = await small.registry.metrics();
    expect(text).toContain('milepost_frames_total{protocol="teltonika",result="fault"} 3');
  });

  it('of an unknown type are counted by type, at most 32 per protocol separately', async () => {
    const small = await testGateway(test);
    closers.push(() => small.close());
    const client = await deviceClient(small.ports.get('jt808/tcp') ?? 0);
    const sender = { phone: '013356000013', version: null };
    for (let type = 0x0f00; type < 0x0f28; type++) client.send(Buffer.from(buildPacket(type, sender, 1, [])));
    client.send(Buffer.from(buildPacket(0x0f01, sender, 2, [])));
    const counted = async () => {
      const text = await small.registry.metrics();
      return /milepost_frames_total\{protocol="jt808",result="unknown"\} (\d+)/.exec(text)?.[1];
    };
    await expect.poll(counted).toBe('41');
    const text = await small.registry.metrics();
    expect(text).toContain('milepost_unknown_messages_total{protocol="jt808",type="0x0f01"} 2');
    expect(text).toContain('milepost_unknown_messages_total{protocol="jt808",type="other"} 8');
  });

  it('are refused beyond the connections of one address', async () => {
    const small = await testGateway(test, { maxConnectionsPerAddress: 1 });
    closers.push(() => small.close());
    const first = await deviceClient(small.ports.get('gt06/tcp') ?? 0);
    closers.push(first.close);
    const second = await deviceClient(small.ports.get('gt06/tcp') ?? 0);
    await second.closed;
    first.send(gt06.encodeLogin(newImei(), 1));
    await expect.poll(() => first.received().length).toBeGreaterThan(0);
  });

  it('lose their connection when they send nothing', async () => {
    const small = await testGateway(test, { idleS: 1 });
    closers.push(() => small.close());
    const client = await deviceClient(small.ports.get('gt06/tcp') ?? 0);
    await client.closed;
  });
});

/** A frame of Digital Matter. */
const dmtFrame = (type: number, content: Uint8Array) => {
  const head = Buffer.from([0x02, 0x55, type, 0, 0]);
  head.writeUInt16LE(content.length, 3);
  return Buffer.concat([head, content]);
};

describe('a device that has its records committed all together', () => {
  const hello = (imei: string) =>
    dmtFrame(0, Buffer.concat([Buffer.alloc(4, 1), Buffer.from(`${imei}\0`), Buffer.alloc(29)]));
  /**
   * One record: number, time, reason, and a position with its time, coordinates, altitude, speed, course, PDOP,
   * accuracy in metres and fix.
   */
  const position = (index: number) => {
    const seconds = (START - Date.UTC(2013, 0, 1)) / 1000 + index * 10;
    const record = Buffer.alloc(34);
    record.writeUInt16LE(record.length, 0);
    record.writeUInt32LE(seconds, 6);
    record.set([3, 0, 21], 10);
    record.writeUInt32LE(seconds, 13);
    record.writeInt32LE(Math.round((-34.9 + index / 1000) * 1e7), 17);
    record.writeInt32LE(-561_600_000, 21);
    record[33] = 3;
    return dmtFrame(4, record);
  };
  const commit = dmtFrame(5, new Uint8Array());
  const committed = Buffer.from([0x02, 0x55, 0x06, 1, 0, 1]);

  it('gets the confirmation only for stored records: those held before its adoption are not all', async () => {
    const imei = newImei();
    const client = await device('dmt/tcp');
    client.send(hello(imei));
    // More than is held for an unknown device.
    for (let index = 0; index < 70; index++) client.send(position(index));
    client.send(commit);
    await expect.poll(() => gateway.contacts.list().find(({ identity }) => identity === imei)?.frames).toBe(72);
    const { vehicleId } = await addDevice(test.database, imei);
    gateway.bus.publish('fleet-changed', { organisationId: 1 });
    await expect.poll(async () => (await storedPlaces(vehicleId)).length, { timeout: 10_000 }).toBe(64);
    // The commit was not confirmed, so the device sends everything again.
    const reconnected = await device('dmt/tcp');
    reconnected.send(hello(imei));
    for (let index = 0; index < 70; index++) reconnected.send(position(index));
    reconnected.send(commit);
    await expect.poll(() => reconnected.received().includes(committed), { timeout: 10_000 }).toBe(true);
    expect(client.received().includes(committed)).toBe(false);
    expect(await storedPlaces(vehicleId)).toEqual(Array.from({ length: 70 }, (_, index) => index));
  });
});
