/** Frames in layouts of makers over a real connection, before and after a person creates the profile. */
import type { DescribedLayout } from '@milepost/contract/layout-profile-operations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteLayoutProfile, saveLayoutProfile } from '../store/devices/layout-profiles.ts';
import { deviceClient } from '../testing/device-client.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type TestGateway, testGateway } from '../testing/test-gateway.ts';

const ACTOR = { userId: null, username: 'test', address: null };
const IMEI = '356000000000013';
const PROFILE: DescribedLayout = {
  separator: ';',
  kind: 'report',
  header: null,
  vendor: 'ORBX',
  layout: {
    fields: { vendor: 0, imei: 1, date: 2, lat: 3, lon: 4 },
    dateForm: 'ddmmyy',
    degreeForm: 'degrees',
    speedUnit: 'kmh',
  },
};
let test: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  test = await testDatabase();
  await addOrganisation(test.database, 'Root', null);
  gateway = await testGateway(test);
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

const findContact = () => gateway.contacts.list().find(({ identity }) => identity === IMEI);

it('are shown as received, and read by a profile on a connection that was open before it', async () => {
  const client = await deviceClient(gateway.ports.get('its/tcp') ?? 0);
  const sendFrame = (lat: string) => client.send(Buffer.from(`$ORBX;${IMEI};220326101530;${lat};73.7898*\r\n`));
  sendFrame('20.0059');
  await expect.poll(() => gateway.contacts.list().map(({ frames }) => frames)).toEqual([1]);
  const [contact] = gateway.contacts.inFull(gateway.contacts.list());
  expect(contact).toMatchObject({ identity: null, lastFrame: { kind: 'text' } });
  expect(contact?.lastFrame?.data).toContain('$ORBX;');

  const { id } = await saveLayoutProfile(test.database, ACTOR, { name: 'Orbx', ...PROFILE });
  gateway.bus.publish('layout-profiles-changed', {});
  await expect
    .poll(() => {
      sendFrame('20.0059');
      return findContact()?.frames ?? 0;
    })
    .toBeGreaterThan(0);
  const decodedContact = gateway.contacts.inFull(gateway.contacts.list()).find(({ identity }) => identity === IMEI);
  expect(decodedContact?.decoded).toMatchObject({ fault: null, messages: [{ fix: { lat: 20.0059, lon: 73.7898 } }] });
  expect(gateway.layouts.readBy(id)).toMatchObject({ devices: 1, faults: 0, fault: null });

  sendFrame('north');
  await expect.poll(() => gateway.layouts.readBy(id)?.fault).toBe('the latitude is not in the form that was chosen');
  expect(gateway.layouts.readBy(id)?.last?.text).toContain(';north;');

  await deleteLayoutProfile(test.database, ACTOR, id);
  gateway.bus.publish('layout-profiles-changed', {});
  await expect.poll(() => gateway.layouts.readBy(id)).toBeNull();
  client.close();
});
