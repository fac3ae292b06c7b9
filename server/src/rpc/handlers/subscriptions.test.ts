import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { expiredSince, loadGaps } from '../../store/subscriptions/expiry.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

/** The root sells to the reseller, the reseller to the company, and the company has a branch. */
let fixture: HttpFixture;
let admin: TestBrowser;
let reseller: TestBrowser;
let company: TestBrowser;
let ids: Record<'reseller' | 'company' | 'branch', number>;
let vehicles: Record<'reseller' | 'company' | 'other' | 'branch', number>;
let plan: number;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const above = await addOrganisation(database, 'Reseller');
  const customer = await addOrganisation(database, 'Company', above);
  ids = { reseller: above, company: customer, branch: await addOrganisation(database, 'Branch', customer) };
  const { grants } = ADMINISTRATOR;
  for (const username of ['reseller', 'company'] as const) {
    await addUser(database, { username, password: 'pass-word', organisationId: ids[username], grants });
  }
  admin = await fixture.signedIn();
  reseller = await fixture.signedIn('reseller', 'pass-word');
  company = await fixture.signedIn('company', 'pass-word');
  const add = async (organisationId: number, registration: string) => {
    const { rows } = await database.query<{ id: number }>(
      `INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, $2, 'car') RETURNING id`,
      [organisationId, registration],
    );
    return rows[0]?.id ?? 0;
  };
  vehicles = {
    reseller: await add(ids.reseller, 'RES 1'),
    company: await add(ids.company, 'COM 1'),
    other: await add(ids.company, 'COM 2'),
    branch: await add(ids.branch, 'BRA 1'),
  };
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'plans', 'subscriptions');
  plan = (await reseller.call('save-plan', { name: 'Fleet', price: 25_000, months: 1 })).plan?.id ?? 0;
});

/** The date `days` days from today in the organisations' zone, which is UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const sell = (more: Record<string, unknown> = {}, who = reseller) =>
  who.call('save-subscription', { organisationId: ids.company, planId: plan, fromDay: day(-40), ...more });
const sold = async (more: Record<string, unknown> = {}, who = reseller) => {
  const { subscription, ...rest } = await sell(more, who);
  if (!subscription) throw new Error(JSON.stringify(rest));
  return subscription;
};
/** The vehicles that will be expired this many days from now. */
const expiredIn = async (days = 0) => {
  const gaps = await loadGaps(fixture.database, null);
  const at = Date.now() + days * 86_400_000;
  return Object.entries(vehicles).flatMap(([name, id]) =>
    expiredSince(gaps.get(id) ?? [], at) === null ? [] : [name],
  );
};

describe('a subscription', () => {
  test('is sold at the price of its plan, and keeps it when the plan gets another', async () => {
    const subscription = await sold({ untilDay: day(10), vehicleLimit: 5, note: 'Paid in cash' });
    expect(subscription).toEqual({
      id: expect.any(Number),
      organisationId: ids.company,
      organisationName: 'Company',
      sellerId: ids.reseller,
      sellerName: 'Reseller',
      planId: plan,
      planName: 'Fleet',
      price: 25_000,
      currency: 'INR',
      months: 1,
      allVehicles: true,
      vehicleLimit: 5,
      vehicles: 3,
      fromDay: day(-40),
      untilDay: day(10),
      daysLeft: 10,
      state: 'due',
      balance: 0,
      note: 'Paid in cash',
      mayChange: true,
      version: 1,
    });
    await reseller.call('save-plan', { id: plan, name: 'Fleet+', price: 30_000, months: 1 });
    const { subscription: later } = await reseller.call('get-subscription-by-id', { id: subscription.id });
    expect(later).toMatchObject({ price: 25_000, planName: 'Fleet+' });
  });

  test.each([
    ['ends before it begins', { untilDay: day(-41) }, { untilDay: 'Must not be before the start.' }],
    ['is for no vehicle', { allVehicles: false }, { vehicleIds: 'Choose a vehicle.' }],
    ['is for none at most', { vehicleLimit: 0 }, { vehicleLimit: 'Use 1 or more.' }],
    ['has no beginning', { fromDay: null }, { fromDay: 'Choose a day.' }],
    ['costs less than nothing', { price: -1 }, { price: 'Use 0 or more.' }],
    ['is of a plan that there is not', { planId: 999_999 }, { planId: 'There is no such record.' }],
    ['is of no organisation', { organisationId: 999_999 }, { organisationId: 'There is no such organisation.' }],
  ])('is refused when it %s', async (_what, more, fields) => {
    expect(await sell(more)).toMatchObject({ status: expect.toBeOneOf([404, 422]), fields });
  });

  test('has only vehicles of the customer and below', async () => {
    const vehicleIds = [vehicles.company, vehicles.branch];
    const { id, vehicles: covered } = await sold({ allVehicles: false, vehicleIds, vehicleLimit: 9 });
    expect(covered).toBe(2);
    const { named, subscription } = await company.call('get-subscription-by-id', { id });
    expect(named?.map(({ name }) => name)).toEqual(['BRA 1', 'COM 1']);
    expect(subscription).toMatchObject({ vehicleLimit: null, mayChange: false });
    const refused = { vehicleIds: 'These vehicles are not available.' };
    expect((await sell({ allVehicles: false, vehicleIds: [vehicles.reseller] })).fields).toEqual(refused);
  });

  test('is sold only by those above: nobody extends their own', async () => {
    const { id } = await sold({ untilDay: day(-1) });
    const change = { id, organisationId: ids.company, planId: plan, fromDay: day(-40), untilDay: day(100) };
    expect(await company.call('save-subscription', change)).toMatchObject({ status: 403, code: 'sellers-only' });
    expect((await company.call('delete-subscription', { id })).status).toBe(403);
    const own = (await company.call('save-plan', { name: 'Own', price: 0, months: 1 })).plan?.id;
    expect((await sell({ planId: own }, company)).fields).toEqual({
      organisationId: 'Choose an organisation below the one that sells the plan.',
    });
    expect((await sell({ organisationId: ids.reseller })).status).toBe(422);
    // They may sell to a branch; a subscription that ran out above stays expired.
    await sold({ organisationId: ids.branch, planId: own }, company);
    expect(await expiredIn()).toEqual(['company', 'other', 'branch']);
  });

  test('saved by two people is a conflict for the second', async () => {
    const { id } = await sold();
    expect((await sold({ id, note: 'A', version: 1 })).version).toBe(2);
    expect(await sell({ id, note: 'B', version: 1 })).toMatchObject({ status: 409, code: 'changed-meanwhile' });
  });

  test('is in the audit log of the customer, which the seller reads too', async () => {
    const { id } = await sold({ untilDay: day(1) });
    await sold({ id, untilDay: day(31) });
    for (const who of [reseller, company]) {
      const { rows } = await who.call('get-audit-list', { subject: 'subscription', subjectId: String(id) });
      expect(rows?.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
        { action: 'create', before: null, after: expect.objectContaining({ plan: 'Fleet', organisation: 'Company' }) },
        { action: 'change', before: { until: day(1) }, after: { until: day(31) } },
      ]);
    }
  });
});

const listed = async (who: TestBrowser, input: Record<string, unknown> = {}) =>
  (await who.call('get-subscription-list', input)).rows?.map(({ id, state }) => [id, state]);

describe('the list', () => {
  test('shows the reseller all below, the company its own, and finds by any word', async () => {
    const top = (await admin.call('save-plan', { name: 'Platform', price: 1, months: 12 })).plan?.id;
    const platform = await sold({ organisationId: ids.reseller, planId: top, fromDay: day(5) }, admin);
    const running = await sold({ untilDay: day(31) });
    const over = await sold({ organisationId: ids.branch, untilDay: day(-1), note: 'Élise asked' });
    expect(await listed(reseller)).toEqual([
      [over.id, 'expired'],
      [running.id, 'running'],
      [platform.id, 'coming'],
    ]);
    expect(await listed(company)).toEqual([
      [over.id, 'expired'],
      [running.id, 'running'],
    ]);
    expect(await listed(reseller, { state: 'coming' })).toEqual([[platform.id, 'coming']]);
    for (const search of ['branch fleet', 'elise'])
      expect(await listed(reseller, { search })).toEqual([[over.id, 'expired']]);
    await reseller.call('save-plan', { id: plan, name: 'Vans', price: 1, months: 1 });
    expect((await listed(reseller, { search: 'vans' }))?.length).toBe(2);
    const { rows } = await reseller.call('get-found-records', { search: 'vans branch' });
    expect(rows).toEqual([
      { kind: 'subscription', id: over.id, label: 'Branch', note: `Vans · ${day(-1)}`, moved: null },
    ]);
  });
});

describe('a vehicle is expired', () => {
  test('from the day after the last one, in the zone of the customer, until the next subscription begins', async () => {
    await fixture.database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [ids.company]);
    await sold({ fromDay: '2026-01-01', untilDay: '2026-03-31' });
    await sold({ fromDay: '2999-01-02', untilDay: null });
    const gaps = (await loadGaps(fixture.database, { vehicleIds: [vehicles.branch] })).get(vehicles.branch);
    // Midnight in Kolkata is 18:30 UTC of the day before.
    expect(gaps).toEqual([[Date.parse('2026-03-31T18:30:00Z'), Date.parse('2999-01-01T18:30:00Z')]]);
    await fixture.database.query(`UPDATE organisations SET time_zone = 'UTC' WHERE id = $1`, [ids.company]);
  });

  test('only after it had a subscription, and while none of the same organisation is valid', async () => {
    expect(await expiredIn()).toEqual([]);
    const { id } = await sold({ allVehicles: false, vehicleIds: [vehicles.company], untilDay: day(-2) });
    expect(await expiredIn()).toEqual(['company']);
    const next = await sold({ fromDay: day(-1), untilDay: day(3) });
    expect(await expiredIn()).toEqual([]);
    expect(await expiredIn(4)).toEqual(['company', 'other', 'branch']);
    await reseller.call('delete-subscription', { id: next.id });
    expect(await expiredIn(4)).toEqual(['company']);
    await reseller.call('delete-subscription', { id });
    expect(await expiredIn(4)).toEqual([]);
    await reseller.call('restore-subscription', { id });
    expect(await expiredIn(4)).toEqual(['company']);
  });

  test('when one further up expired, although its own is valid', async () => {
    const top = (await admin.call('save-plan', { name: 'Platform', price: 1, months: 12 })).plan?.id;
    await sold({ untilDay: null });
    await sold({ organisationId: ids.reseller, planId: top, untilDay: day(-1) }, admin);
    expect(await expiredIn()).toEqual(['reseller', 'company', 'other', 'branch']);
  });

  test('which the live view is notified of immediately, for the customer and those below', async () => {
    fixture.events.length = 0;
    await sold({ untilDay: day(-1) });
    const published = fixture.events.filter(({ name }) => name === 'fleet-changed').map(({ event }) => event);
    expect(published).toEqual([{ organisationId: ids.company }, { organisationId: ids.branch }]);
  });
});

describe('the list of due subscriptions', () => {
  test('contains those that expire soon or just did, unless a later one follows', async () => {
    const { id } = await sold({ untilDay: day(-1) });
    await sold({ organisationId: ids.branch, untilDay: day(31) });
    await sold({
      organisationId: ids.branch,
      allVehicles: false,
      vehicleIds: [vehicles.branch],
      untilDay: day(-31),
      fromDay: day(-90),
    });
    for (const who of [reseller, company]) {
      expect(await who.call('get-due-list', {})).toMatchObject({
        rows: [{ kind: 'subscription', id, about: 'Fleet', holderName: 'Company', dueOn: day(-1), daysLeft: -1 }],
        total: 1,
        overdue: 1,
      });
    }
    expect((await reseller.call('get-due-list', { vehicleId: vehicles.branch })).total).toBe(1);
    expect((await reseller.call('get-due-list', { vehicleId: vehicles.reseller })).total).toBe(0);
    await sold({ fromDay: day(0), untilDay: day(40) });
    expect((await company.call('get-due-list', {})).total).toBe(0);
  });
});

describe('payment data', () => {
  test('shows what is used, what has expired, and the own subscriptions', async () => {
    const none = { status: 200, vehicles: 3, devices: 0, expired: 0, subscriptions: [], subscriptionsTotal: 0 };
    expect(await company.call('get-payment-data')).toEqual({ ...none, open: [], payments: [], paymentsTotal: 0 });
    const { id } = await sold({ allVehicles: false, vehicleIds: [vehicles.branch], untilDay: day(-1) });
    expect(await company.call('get-payment-data')).toMatchObject({
      vehicles: 3,
      expired: 1,
      subscriptions: [{ id, planName: 'Fleet', untilDay: day(-1), daysLeft: -1, state: 'expired' }],
      subscriptionsTotal: 1,
    });
    expect(await reseller.call('get-payment-data')).toMatchObject({ vehicles: 4, expired: 1, subscriptions: [] });
  });
});

describe('a plan', () => {
  test('has a unique name, the currency of the seller, and a valid price and period', async () => {
    const save = (more: Record<string, unknown>) =>
      reseller.call('save-plan', { name: 'Other', price: 1, months: 1, ...more });
    expect((await save({ name: 'FLEET' })).fields).toEqual({ name: 'Another plan has this name.' });
    expect((await save({ currency: 'USD' })).fields).toEqual({ price: 'Your organisation uses INR.' });
    expect((await save({ months: 0 })).fields).toEqual({ months: 'Use 1 or more.' });
    expect((await save({ price: 1.5 })).fields).toEqual({ price: 'Enter a whole number.' });
    expect((await company.call('get-plan-list')).rows).toEqual([]);
    expect((await company.call('get-plan-by-id', { id: plan })).status).toBe(404);
    expect((await reseller.call('get-plan-list', { search: 'reseller fleet' })).total).toBe(1);
    await reseller.call('delete-plan', { id: plan });
    expect((await sell()).fields).toEqual({ planId: 'There is no such record.' });
    await reseller.call('restore-plan', { id: plan });
    expect((await reseller.call('get-plan-list')).rows?.map(({ id }) => id)).toEqual([plan]);
  });
});
