/** The limit for replies that take milliseconds, and seconds on a busy machine. */
export const ANSWER_WITHIN_MS = 60_000;

/** Thrown if something did not finish within its time limit. */
export class WaitedInVain extends Error {}

/**
 * The result of a promise if it settles in time: for calls without their own limit, such as one that a browser with a
 * hanging page never replies to.
 * @param what completes "waited … ms in vain for …"
 */
export async function withTimeout<Answer>(
  what: string,
  pending: Promise<Answer>,
  ms = ANSWER_WITHIN_MS,
): Promise<Answer> {
  // Created here, so that its stack trace shows the caller.
  const fault = new WaitedInVain(`waited ${ms} ms in vain for ${what}`);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(fault), ms);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}
