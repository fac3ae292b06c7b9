import type { HttpFixture } from './http-fixture.ts';
import { addUser } from './organisations.ts';

export const PASSWORD = 'a password of mine';
let count = 0;

/** A signed-in person without any permission. */
export async function addPerson(fixture: HttpFixture) {
  const username = `person${++count}`;
  const email = `${username}@example.org`;
  const id = await addUser(fixture.database, { username, password: PASSWORD, organisationId: 1, grants: {}, email });
  return { id, username, email, browser: await fixture.signedIn(username, PASSWORD) };
}
