import { setTimeout as delay } from 'node:timers/promises';
import { ANSWER_WITHIN_MS, withTimeout } from './within.ts';

const STEP_MS = 50;

type Present<Answer> = NonNullable<Exclude<Answer, false>>;

function isPresent<Answer>(answer: Answer): answer is Answer & Present<Answer> {
  return answer !== null && answer !== undefined && answer !== false;
}

/**
 * Polls until the result is neither null, undefined nor false, and returns it.
 * @param what completes "waited for …" in the error thrown after `timeoutMs`, which quotes the last result or error
 */
export async function waitUntil<Answer>(
  what: string,
  poll: () => Promise<Answer> | Answer,
  timeoutMs = 10_000,
): Promise<Present<Answer>> {
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      // A poll can take longer than the remaining time, but not forever.
      const answer = await withTimeout(
        `an answer about ${what}`,
        Promise.resolve(poll()),
        timeoutMs + ANSWER_WITHIN_MS,
      );
      if (isPresent(answer)) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`waited ${timeoutMs} ms in vain for ${what}; last: ${String(last)}`, { cause: last });
    }
    await delay(STEP_MS);
  }
}
