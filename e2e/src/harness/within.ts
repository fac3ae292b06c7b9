/** What answers in milliseconds, and on a machine that others keep busy within seconds. */
export const ANSWER_WITHIN_MS = 60_000;

/** Something did not come to an end in the time that it has. */
export class WaitedInVain extends Error {}

/**
 * What a promise brings, where it brings it in time: for whatever has no limit of its own, such as a call that a browser
 * whose page hangs never answers.
 * @param what completes "waited … ms in vain for …"
 */
export async function within<Answer>(what: string, pending: Promise<Answer>, ms = ANSWER_WITHIN_MS): Promise<Answer> {
  // Made here, so that it shows who asked.
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
