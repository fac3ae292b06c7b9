import { ClientFrame } from '@milepost/contract/live';
import { BODY_LIMIT, bodyBytesOf, type Operation } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_FRAME_BYTES } from '../live/live-door.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { maxBytes } from '../testing/schema-bounds.ts';
import { validInput } from '../testing/valid-input.ts';

const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

const isBoundByBody = ({ boundByBody }: Operation) => boundByBody === true;

test('every text, list and record of every input has a bound', () => {
  const unbounded: string[] = [];
  for (const name of names) maxBytes(OPERATIONS[name].input, name, unbounded);
  maxBytes(ClientFrame, 'socket', unbounded);
  expect(unbounded).toEqual([]);
});

test('an input as large as its schema allows fits into the body of its operation, except when the browser sends parts', () => {
  const large = names.filter((name) => maxBytes(OPERATIONS[name].input, name, []) > bodyBytesOf(OPERATIONS[name]));
  // Many shapes with thousands of corners, and the headings of a hundred columns: their bound is the size of the body.
  // A base64 character is one byte, not three.
  expect(large).toEqual(names.filter((name) => isBoundByBody(OPERATIONS[name])));
  expect(large.length).toBeLessThan(10);
  expect(maxBytes(ClientFrame, 'socket', [])).toBeLessThan(MAX_FRAME_BYTES);
});

test('no operation accepts more than any body may have, and few accept more than forms send', () => {
  const large = names.filter((name) => bodyBytesOf(OPERATIONS[name]) > bodyBytesOf(OPERATIONS['save-vehicle']));
  for (const name of large) expect(bodyBytesOf(OPERATIONS[name]), name).toBeLessThanOrEqual(BODY_LIMIT);
  expect(large.length).toBeLessThan(40);
});

describe('a body larger than its operation accepts', () => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await httpFixture();
  });
  afterAll(() => fixture.close());

  test('is refused before it is read, and one that just fits is not', async () => {
    const admin = await fixture.signedIn();
    for (const name of ['save-vehicle', 'import-places'] as const) {
      const headers = admin.headers('session');
      const bare = JSON.stringify({ route: name, ...validInput(name), padding: '' }).length;
      const padded = (bytes: number) => ({ route: name, ...validInput(name), padding: 'x'.repeat(bytes - bare) });
      const send = async (bytes: number) => (await admin.post({ body: padded(bytes), headers })).json();
      const most = bodyBytesOf(OPERATIONS[name]);
      const message = `The body is larger than ${most.toLocaleString('en')} bytes.`;
      expect(await send(most + 1)).toMatchObject({ status: 422, message, fields: { body: message } });
      expect((await send(most)).message).not.toBe(message);
    }
  });
});
