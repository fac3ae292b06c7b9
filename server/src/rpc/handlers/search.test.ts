import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  const { group } = await admin.call('save-group', { name: 'Courier' });
  await admin.call('save-vehicle', {
    registration: 'KA-01 AB 1234',
    make: 'Citroën',
    chassisNumber: 'VF7ABC998877',
    groupId: group?.id,
  });
  await admin.call('save-vehicle', { registration: 'MH 12 KA 9' });
  await admin.call('save-device', { identity: '356000000000123', model: 'FMB920', simNumber: '+59899123456' });
});
afterAll(() => fixture.close());

const found = async (search: string, browser = admin) =>
  (await browser.call('get-found-records', { search })).rows?.map(({ kind, label }) => `${kind} ${label}`);

test('a record is found by any of its fields, without accents, spaces and dashes', async () => {
  expect(await found('ka01ab')).toEqual(['vehicle KA-01 AB 1234']);
  expect(await found('citroen')).toEqual(['vehicle KA-01 AB 1234']);
  expect(await found('7abc99')).toEqual(['vehicle KA-01 AB 1234']);
  expect(await found('99123456')).toEqual(['device 356000000000123']);
  expect(await found('fmb920 356')).toEqual(['device 356000000000123']);
  expect(await found('fmb920 357')).toEqual([]);
});

test('two letters find the beginnings of words, and names that begin so come first', async () => {
  expect(await found('ka')).toEqual(['vehicle KA-01 AB 1234', 'vehicle MH 12 KA 9']);
  expect(await found('12')).toEqual(['vehicle KA-01 AB 1234', 'vehicle MH 12 KA 9']);
});

test('wildcard characters match literally', async () => {
  expect(await found('%%%')).toEqual([]);
  expect(await found('___')).toEqual([]);
});

test('deleted records are not found', async () => {
  const { vehicle } = await admin.call('save-vehicle', { registration: 'GONE 1' });
  expect(await found('gone')).toEqual(['vehicle GONE 1']);
  await admin.call('delete-vehicle', { id: vehicle?.id });
  expect(await found('gone')).toEqual([]);
});
