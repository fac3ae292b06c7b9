import { hash } from '@node-rs/argon2';

/**
 * A password hash that costs next to nothing to make and to check, for tests that are not about hashing. A hash made as
 * by the server takes 16 ms of a processor, and each sign-in as much again.
 */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
