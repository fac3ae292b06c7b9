import { Readable } from 'node:stream';
import { storeFile } from '../files/store-file.ts';
import type { HttpFixture } from './http-fixture.ts';

/** Keeps a file of somebody, as if it was sent: a text where no bytes are given. Returns its id. */
export function addFile(
  { database, services }: HttpFixture,
  sender: { organisationId: number; userId: number },
  name: string,
  bytes: Buffer = Buffer.from(name),
): Promise<number> {
  return storeFile(database, services.files, sender, name, Readable.from([bytes]));
}
