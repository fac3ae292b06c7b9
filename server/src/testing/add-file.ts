import { Readable } from 'node:stream';
import { storeFile } from '../files/store-file.ts';
import type { HttpFixture } from './http-fixture.ts';

/** Stores a person's file as if it had been uploaded, with text content unless bytes are given. Returns its id. */
export function addFile(
  { database, services }: HttpFixture,
  sender: { organisationId: number; userId: number },
  name: string,
  bytes: Buffer = Buffer.from(name),
): Promise<number> {
  return storeFile(database, services.files, sender, name, Readable.from([bytes]));
}
