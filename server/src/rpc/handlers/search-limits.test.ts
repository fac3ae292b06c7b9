import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/**
 * A reseller bills a company with two vans. `chief` sees everything there, `guest` has the same permissions but is
 * limited to HH-AB 1, and `clerk` sees only the menu of vehicles. `outsider` belongs to another company.
 */
const PEOPLE = ['seller', 'chief', 'guest', 'clerk', 'outsider'] as const;
type Person = (typeof PEOPLE)[number];
const PASSWORD = 'pass-word';
let fixture: HttpFixture;
let who: Record<Person, TestBrowser>;
let hiddenFieldId: number;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const reseller = await addOrganisation(database, 'Reseller');
  const company = await addOrganisation(database, 'Spedition Kraft', reseller);
  const beside = await addOrganisation(database, 'Beside', reseller);
  const of = { seller: reseller, chief: company, guest: company, clerk: company, outsider: beside };
  const add = (username: Person) =>
    addUser(database, {
      username,
      password: PASSWORD,
      organisationId: of[username],
      grants: username === 'clerk' ? { vehicles: ['view'] } : ADMINISTRATOR.grants,
      email: `${username}@x.org`,
    });
  const ids: Partial<Record<Person, number>> = {};
  for (const name of PEOPLE) ids[name] = await add(name);
  const chief = await fixture.signedIn('chief', PASSWORD);

  const field = async (kind: string, name: string) =>
    (await chief.call('save-own-field', { kind, name, type: 'text' })).field?.id ?? 0;
  const contract = await field('vehicle', 'Contract');
  hiddenFieldId = await field('vehicle', 'Old number');
  const centre = await field('expense', 'Cost centre');
  const badge = await field('driver', 'Badge');
  const keys = await field('outlet', 'Key box');
  const vehicle = async (registration: string, number: string) =>
    (
      await chief.call('save-vehicle', {
        registration,
        own: [
          { id: contract, value: `Leihvertrag ${number}` },
          { id: hiddenFieldId, value: 'Altbestand' },
        ],
      })
    ).vehicle?.id ?? 0;
  const [first, second] = [await vehicle('HH-AB 1', '7781'), await vehicle('HH-AB 2', '7782')];
  for (const [vehicleId, name, phone] of [
    [first, 'Anna Brandt', '+491711234567'],
    [second, 'Otto Falk', '0172 / 765 43 21'],
  ] as const) {
    const own = [{ id: badge, value: `Ausweis ${name}` }];
    const { driver } = await chief.call('save-driver', { name, phone, own, emergencyPhone: '+43 660 1112223' });
    await chief.call('save-assignment', { vehicleId, driverId: driver?.id, from: '2026-01-01T00:00:00Z' });
    await chief.call('save-expense', {
      kind: 'toll',
      amount: 450,
      day: '2026-03-02',
      vehicleId,
      own: [{ id: centre, value: 'Zugspitze' }],
    });
  }
  await chief.call('save-contact', { kind: 'workshop', name: 'Reifen Lenz', phones: ['+49 (0)40 900 80 70'] });
  await chief.call('save-outlet', {
    code: 'K1',
    name: 'Kiosk am Tor',
    place: { lat: 53.5, lon: 10 },
    phone: '040 / 555 66 77',
    own: [{ id: keys, value: 'Kasten Schwalbe' }],
  });
  await chief.call('save-device', { identity: '356000000000123', simNumber: '+49 160 7654321' });
  await chief.call('send-message', {
    peopleIds: [ids.guest],
    subject: 'Baustelle A7',
    html: '<p>Stau bei Moorfleet</p>',
  });
  await chief.call('keep-message-draft', { subject: null, html: '<p>Entwurf Moorfleet</p>' });

  const seller = await fixture.signedIn('seller', PASSWORD);
  const plan = (await seller.call('save-plan', { name: 'Fleet', price: 24_995, months: 1 })).plan?.id;
  const agreed = { organisationId: company, planId: plan, fromDay: '2025-01-01', vehicleLimit: 3 };
  const subscriptionId = (await seller.call('save-subscription', agreed)).subscription?.id;
  const lines = [{ text: 'Fleet', quantity: 1, unitPrice: 24_995, taxRate: 1900 }];
  for (let month = 1; month <= 12; month++) {
    const [fromDay, untilDay] = [Date.UTC(2025, month - 1, 1), Date.UTC(2025, month, 0)].map((at) =>
      new Date(at).toISOString().slice(0, 10),
    );
    const dueDay = untilDay;
    await seller.call('create-invoice', { subscriptionId, day: fromDay, dueDay, fromDay, untilDay, lines });
  }

  await database.query(
    `UPDATE users SET limited = true, limit_common = false, limit_vehicle_ids = ARRAY[$2::int] WHERE id = $1`,
    [ids.guest, first],
  );
  const signedIn = (name: Person) => fixture.signedIn(name, PASSWORD);
  who = {
    seller,
    chief,
    guest: await signedIn('guest'),
    clerk: await signedIn('clerk'),
    outsider: await signedIn('outsider'),
  };
});
afterAll(() => fixture.close());

const found = async (name: Person, search: string) =>
  ((await who[name].call('get-found-records', { search })).rows ?? []).map(({ kind, label }) => `${kind} ${label}`);

describe('records are found by', () => {
  test.each([
    ['leihvertrag 7782', ['vehicle HH-AB 2']],
    ['ausweis otto', ['driver Otto Falk']],
    ['schwalbe', ['outlet Kiosk am Tor']],
    ['zugspitze', ['expense HH-AB 1', 'expense HH-AB 2']],
  ])('a value of an own field: %s', async (search, expected) => {
    expect(await found('chief', search)).toEqual(expected);
  });

  // E.164, with the prefix 00, and as dialled in Germany, with spaces, slashes and brackets.
  test.each([
    ...['01711234567', '0171 1234567', '0171/123 45 67', '+49 171 1234567', '0049 171 123-4567', '(0171) 1234567'].map(
      (search) => [search, ['driver Anna Brandt']] as const,
    ),
    ['+49 172 7654321', ['driver Otto Falk']],
    ['0660 1112223', ['driver Anna Brandt', 'driver Otto Falk']],
    ['040 9008070', ['contact Reifen Lenz']],
    ['+49405556677', ['outlet Kiosk am Tor']],
    ['0160 765 43 21', ['device 356000000000123']],
    ['otto 0172 765', ['driver Otto Falk']],
    ['otto 0171 123', []],
  ] as const)('a telephone number: %s', async (search, expected) => {
    expect(await found('chief', search)).toEqual(expected);
  });

  test('an invoice by its number, its customer and its label on the screen, the exact number first', async () => {
    expect((await who.seller.call('get-found-records', { search: 'Invoice 1' })).rows).toMatchObject([
      { kind: 'invoice', label: 'Spedition Kraft', note: '1 · 2025-01-01' },
      { note: '12 · 2025-12-01' },
      { note: '11 · 2025-11-01' },
      { note: '10 · 2025-10-01' },
    ]);
    expect((await who.seller.call('get-found-records', { search: '12' })).rows).toMatchObject([
      { kind: 'invoice', note: '12 · 2025-12-01' },
    ]);
    expect(await found('seller', 'invoice spedition 7')).toEqual(['invoice Spedition Kraft']);
    // The kind alone identifies none of these records.
    expect(await found('seller', 'invoice')).toEqual([]);
  });

  test('a message by its subject, its text and its sender, and a draft without a subject', async () => {
    expect(await found('guest', 'baustelle')).toEqual(['message Baustelle A7']);
    expect(await found('guest', 'moorfleet chief')).toEqual(['message Baustelle A7']);
    expect(await found('chief', 'moorfleet')).toEqual(['message Entwurf Moorfleet', 'message Baustelle A7']);
  });

  test('a value until its field is hidden, and again when it is shown', async () => {
    expect(await found('chief', 'altbestand')).toEqual(['vehicle HH-AB 1', 'vehicle HH-AB 2']);
    await who.chief.call('delete-own-field', { id: hiddenFieldId });
    expect(await found('chief', 'altbestand')).toEqual([]);
    expect(await found('chief', 'leihvertrag')).toHaveLength(2);
    await who.chief.call('restore-own-field', { id: hiddenFieldId });
    expect(await found('chief', 'altbestand')).toHaveLength(2);
  });
});

test('lists find the same as the search of all records', async () => {
  const { chief } = who;
  const [vehicles, drivers, expenses, outlets, contacts, devices] = [
    await chief.call('get-vehicle-list', { search: 'leihvertrag 7782' }),
    await chief.call('get-driver-list', { search: '0171/123 45 67' }),
    await chief.call('get-expense-list', { search: 'zugspitze' }),
    await chief.call('get-outlet-list', { search: '+49 40 5556677' }),
    await chief.call('get-contact-list', { search: '040 9008070' }),
    await chief.call('get-device-list', { search: '0160 765 43 21' }),
  ];
  expect([vehicles, drivers, expenses, outlets, contacts, devices].map(({ total }) => total)).toEqual([
    1, 1, 2, 1, 1, 1,
  ]);
});

const EVERYTHING = [
  'leihvertrag',
  'ausweis',
  'schwalbe',
  'zugspitze',
  '0171 1234567',
  '0172 7654321',
  '040 9008070',
  '040 5556677',
  '0160 7654321',
  'invoice 12',
  'baustelle',
];
const foundOf = async (name: Person) => {
  const all = await Promise.all(EVERYTHING.map((search) => found(name, search)));
  return [...new Set(all.flat())].toSorted();
};

test('a person limited to a vehicle finds what concerns it, and the messages to them', async () => {
  expect(await foundOf('guest')).toEqual([
    'driver Anna Brandt',
    'expense HH-AB 1',
    'message Baustelle A7',
    'vehicle HH-AB 1',
  ]);
});

test('a person who may see one menu finds its records, and no message', async () => {
  expect(await foundOf('clerk')).toEqual(['vehicle HH-AB 1', 'vehicle HH-AB 2']);
});

test('nobody of another organisation finds anything, and nobody above it the messages of others', async () => {
  expect(await foundOf('outsider')).toEqual([]);
  expect(await foundOf('seller')).toEqual(
    [
      'contact Reifen Lenz',
      'device 356000000000123',
      'driver Anna Brandt',
      'driver Otto Falk',
      'expense HH-AB 1',
      'expense HH-AB 2',
      'invoice Spedition Kraft',
      'outlet Kiosk am Tor',
      'vehicle HH-AB 1',
      'vehicle HH-AB 2',
    ].toSorted(),
  );
});
