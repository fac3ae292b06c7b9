import type { Failure } from '@milepost/contract/body-status';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { validInput } from '../testing/valid-input.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { failureOf } from './failure.ts';
import { parseInput } from './input.ts';

const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

/** The fields of an operation's input, from the contract. */
const fieldsOf = (name: OperationName) => Object.keys(OPERATIONS[name].input.shape);

let fixture: HttpFixture;
let admin: TestBrowser;
/** Several sessions of the administrator, because these tests make more calls a minute than one session may. */
let sessions: TestBrowser[];
beforeAll(async () => {
  fixture = await httpFixture();
  sessions = await Promise.all([1, 2, 3].map(() => fixture.signedIn()));
  admin = sessions[0] ?? fixture.browser();
});
afterAll(() => fixture.close());

/** Calls with tokens that are valid for the operation, whichever kind it needs. */
async function call(name: OperationName, input: Record<string, unknown>) {
  if (OPERATIONS[name].csrf !== 'preLogin') {
    const session = sessions.shift() ?? admin;
    sessions.push(session);
    return session.call(name, input);
  }
  const browser = fixture.browser();
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  return browser.call(name, input);
}

/**
 * The refusal of an input, without making the call. Every call parses its input this way, which the real calls below
 * show for every field.
 */
function refusalOf(name: OperationName, input: Record<string, unknown>): Failure | undefined {
  try {
    parseInput(OPERATIONS[name].input, input);
  } catch (error) {
    if (error instanceof AppError) return failureOf(error);
    throw error;
  }
}

/** A value that is no menu of ours is unknown, whatever its form; see access.test.ts. */
const namesMenu = (name: OperationName, field: string) =>
  field === 'menuID' || (name === 'get-privilege-check' && field === 'menu');

const cases = names.flatMap((name) =>
  fieldsOf(name).flatMap((field) => (namesMenu(name, field) ? [] : [[name, field] as const])),
);

test('the valid inputs are valid by the contract', () => {
  for (const name of names) expect(OPERATIONS[name].input.safeParse(validInput(name)).success, name).toBe(true);
});

describe.each(cases)('%s refuses a bad %s and names it', (name, field) => {
  test('of another type', async () => {
    const object = { ...validInput(name), [field]: { what: ['is', 'this'] } };
    // A field that is an object with only optional properties accepts an empty one.
    const takesObjects = OPERATIONS[name].input.safeParse(object).success;
    const answer = await call(name, takesObjects ? { ...object, [field]: 7 } : object);
    expect(answer.status).toBe(422);
    // For an object, the missing properties are reported.
    const refused = Object.entries(answer.fields ?? {});
    expect(refused).not.toEqual([]);
    expect(refused.filter(([path]) => path !== field && !path.startsWith(`${field}.`))).toEqual([]);
    expect(answer.message).toContain(field);
    for (const [, message] of refused) expect(message).toMatch(/^[A-Z].*\.$/s);
  });

  test('of absurd length or size', () => {
    const numeric = OPERATIONS[name].input.safeParse({ ...validInput(name), [field]: 1 }).success;
    const flag = OPERATIONS[name].input.safeParse({ ...validInput(name), [field]: true }).success;
    const refusal = refusalOf(name, {
      ...validInput(name),
      [field]: numeric ? 1e300 : flag ? 'yes' : 'x'.repeat(20_000),
    });
    expect(refusal?.status).toBe(422);
    expect(refusal?.message).toContain(field);
  });
});

const required = names.flatMap((name) => {
  const parsed = OPERATIONS[name].input.safeParse({});
  return parsed.success ? [] : parsed.error.issues.map((issue) => [name, issue.path.join('.')] as const);
});

test.each(required)('%s without %s reports it', (name, field) => {
  const { [field]: _left, ...rest } = validInput(name);
  const refusal = refusalOf(name, rest);
  expect(refusal?.status).toBe(422);
  expect(refusal?.message).toContain(field);
  expect(refusal?.fields?.[field]).toMatch(/^(Enter|Choose) /);
});

/** True when the contract accepts this value for this field. */
const takes = (name: OperationName, field: string, value: unknown) =>
  OPERATIONS[name].input.safeParse({ ...validInput(name), [field]: value }).success;

const texts = cases.filter(([name, field]) => {
  const value = validInput(name)[field];
  return takes(name, field, 'words') || (typeof value === 'string' && !['from', 'to'].includes(field));
});

/** Strings that PostgreSQL cannot store: the character NUL, and half of a surrogate pair. */
const UNSTORABLE = ['a\0b', '\ud800', 'a\udc00b'];

test.each(texts)('%s refuses texts in %s that the database cannot store', (name, field) => {
  for (const value of UNSTORABLE) {
    const refusal = refusalOf(name, { ...validInput(name), [field]: value });
    expect(refusal, JSON.stringify(value)).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  }
});

test('half of a surrogate pair deep inside an input is refused with its path', async () => {
  const fences = [{ ...validInput('save-fence'), tags: ['north', '\ud800'] }];
  const answer = await admin.call('import-fences', { fences });
  expect(answer).toMatchObject({ status: 422, fields: { 'fences.0.tags.1': expect.any(String) } });
});

/**
 * Fields that accept several lines, and fields that are stored unchanged: passwords, an address that is only compared,
 * and a message or frame of a device.
 */
const NOT_ONE_LINE = [
  'note',
  'answer',
  'html',
  'address',
  'message',
  'frame',
  'description',
  'organisationDetails',
  'issuerDetails',
  'password',
  'currentPassword',
  'newPassword',
  'url_name',
  'token',
];
const oneLine = texts.filter(([name, field]) => name === 'create-share' || !NOT_ONE_LINE.includes(field));

test.each(oneLine)('%s refuses control characters and line ends in %s', (name, field) => {
  for (const value of ['a\r\nb', 'a\nb', 'a\u0007b', 'a\u0085b', 'a\u2028b', 'a\u001b[31mb']) {
    const refusal = refusalOf(name, { ...validInput(name), [field]: value });
    expect(refusal, JSON.stringify(value)).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  }
});

/** A search text may have been copied from anywhere. */
const SEARCHED = ['search', 'vehicle', 'driver', 'vendor', 'person'];
const typedNames = texts.filter(
  ([name, field]) =>
    (name === 'create-share' || !NOT_ONE_LINE.includes(field)) &&
    !SEARCHED.includes(field) &&
    ![
      'get-visit-choices',
      'get-limit-choices',
      'get-assignment-choices',
      'get-budget-choices',
      'get-subscription-choices',
    ].includes(name),
);

test.each(typedNames)('%s refuses invisible and direction characters in %s', (name, field) => {
  for (const value of ['a\u202eb', 'a\u2066b', 'a\u200fb', 'a\u200bb', 'a\ufeffb', 'a\u200db', '\u200d']) {
    const refusal = refusalOf(name, { ...validInput(name), [field]: value });
    expect(refusal, JSON.stringify(value)).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  }
});

test('a note preserves its lines, and no invisible characters', async () => {
  const note = 'Gate 3\r\n\tring twice';
  const { place } = await admin.call('save-place', { ...validInput('save-place'), note });
  expect(place?.note).toBe(note);
  const bell = await admin.call('save-place', { ...validInput('save-place'), note: 'a\u0007b' });
  expect(bell).toMatchObject({ status: 422, fields: { note: expect.any(String) } });
});

/**
 * Values that the contract accepts although nobody would use them: the first and last year, and numbers close to zero.
 */
const ODD = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01',
  '9999-12-31',
  5e-324,
  1e9,
  2_147_483_647,
];
const odd = cases.flatMap(([name, field]) => {
  const fits = (value: unknown) =>
    OPERATIONS[name].input.safeParse({ ...validInput(name), [field]: value, ...(field === 'from' && { to: value }) })
      .success;
  return fits('any text') ? [] : ODD.filter(fits).map((value) => [name, field, value] as const);
});

test.each(odd)('%s answers %s %s', async (name, field, value) => {
  // Sets both ends of a range, because one alone would be refused for the length of the range.
  const range = ['from', 'to'].includes(field) ? { range: 'own', from: value, to: value } : {};
  const answer = await call(name, { ...validInput(name), ...range, [field]: value });
  expect([200, 403, 404, 409, 422], answer.message).toContain(answer.status);
});

test('a cursor that no file returned is refused', async () => {
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  const vehicleId = (await admin.call('save-vehicle', { registration: 'CURSOR 1' })).vehicle?.id;
  for (const cursor of ['0.9999999999.0', '99999999999999999.-9999999999.1']) {
    const answer = await admin.call('get-track-file', { vehicleId, ...range, format: 'gpx', cursor });
    expect(answer).toMatchObject({ status: 422, fields: { cursor: expect.any(String) } });
  }
});

test('for a track that ends before it begins, or has no end, the fault names the end', async () => {
  const track = { vehicleId: 1, from: '2026-01-02T00:00:00Z' };
  for (const to of ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']) {
    const answer = await admin.call('get-vehicle-track', { ...track, to });
    expect(answer).toMatchObject({ status: 422, fields: { to: expect.stringContaining('start') } });
  }
});

test('adopting into a new vehicle needs a registration', async () => {
  const answer = await admin.call('adopt-device', { protocol: 'gt06', identity: '356000000000001' });
  expect(answer).toMatchObject({ status: 422, fields: { registration: 'Enter a registration.' } });
});

/**
 * These operations are no reads: an assignment to a vehicle may last for years, and its obstacles are requested
 * beforehand.
 */
const PLANS: readonly string[] = ['save-assignment', 'get-obstacles'];
const ranged = names.filter(
  (name) => !PLANS.includes(name) && ['from', 'to'].every((field) => fieldsOf(name).includes(field)),
);

test.each(ranged)('%s answers a range of ten years', async (name) => {
  const isDays = OPERATIONS[name].input.safeParse({
    ...validInput(name),
    from: '2016-01-01',
    to: '2026-01-01',
  }).success;
  const years = isDays
    ? { from: '2016-01-01', to: '2026-01-01' }
    : { from: '2016-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  const answer = await call(name, { ...validInput(name), range: 'own', ...years });
  // A list whose range is optional is read page by page, however long the range is.
  const isFilter = OPERATIONS[name].input.safeParse({ ...validInput(name), from: undefined, to: undefined }).success;
  if (isFilter && answer.status === 200) expect(answer).toMatchObject({ total: expect.any(Number) });
  else {
    expect(answer.status).toBe(422);
    expect(answer.fields?.['to']).toMatch(/at most \d+ days/);
  }
});
