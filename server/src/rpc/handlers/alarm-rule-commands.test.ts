import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addUser } from '../../testing/organisations.ts';

let fixture: HttpFixture;
const FAST = { name: 'Fast', condition: { kind: 'overspeed', limitKph: 90 }, allVehicles: true };

beforeAll(async () => {
  fixture = await httpFixture();
});
afterAll(() => fixture.close());

test('a rule with commands is saved by people who may send commands, and one without by others', async () => {
  const admin = await fixture.signedIn();
  const command = { kind: 'interval', seconds: 10 };
  const { rule } = await admin.call('save-alarm-rule', { ...FAST, command });
  expect(rule?.command).toEqual(command);
  const grants = { 'alarm-rules': ['view', 'create', 'edit', 'delete'] } as const;
  await addUser(fixture.database, {
    username: 'ruler',
    password: 'pass-word',
    organisationId: 1,
    grants,
    priority: 500,
  });
  const ruler = await fixture.signedIn('ruler', 'pass-word');
  expect((await ruler.call('save-alarm-rule', { ...FAST, command })).status).toBe(403);
  expect((await ruler.call('save-alarm-rule', FAST)).rule?.command).toBeNull();
  const switched = (enabled: boolean) => ruler.call('set-alarm-rule-enabled', { id: rule?.id, enabled });
  expect((await switched(false)).status).toBe(200);
  expect((await switched(true)).status).toBe(403);
  await admin.call('delete-alarm-rule', { id: rule?.id });
  expect((await ruler.call('restore-alarm-rule', { id: rule?.id })).status).toBe(403);
});

test.each([
  [{ kind: 'interval', seconds: null }, 'seconds', 'Enter a value.'],
  [{ kind: 'engineStop', seconds: null }, 'kind', 'Choose one of: locate, interval, restart, status, version.'],
  [{ kind: 'text', seconds: null, text: 'DYD#' }, 'kind', 'Choose one of: locate, interval, restart, status, version.'],
])('%j is refused at the field', async (command, field, message) => {
  const admin = await fixture.signedIn();
  const answer = await admin.call('save-alarm-rule', { ...FAST, command });
  expect(answer.status).toBe(422);
  expect(answer.fields).toMatchObject({ [`command.${field}`]: message });
});
