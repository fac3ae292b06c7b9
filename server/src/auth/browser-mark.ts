import { randomBytes } from 'node:crypto';
import type { SecretBox } from './secret-box.ts';

/**
 * A cookie for a browser in which a person signed in: later sign-in attempts there are counted separately, so that
 * somebody who tries passwords elsewhere, even behind the same address, does not lock the person out. It proves nothing
 * and grants nothing.
 */
export interface BrowserMark {
  userId: number;
  /** The key for counting attempts, base64url. */
  id: string;
}

const CONTEXT = 'browser mark';
const ID_BYTES = 16;
/** The same period for which networks of earlier sign-ins are remembered. */
export const BROWSER_MARK_DAYS = 90;
const VALID_MS = BROWSER_MARK_DAYS * 86_400_000;
const FORM = /^(\d{1,10})\.(\d{1,16})\.([\w-]{22})$/;

/** A new mark for the cookie. */
export function sealBrowserMark(box: SecretBox, userId: number, now = Date.now()): string {
  const text = `${userId}.${now}.${randomBytes(ID_BYTES).toString('base64url')}`;
  return box.seal(Buffer.from(text), CONTEXT).toString('base64url');
}

/** The mark in a cookie; null when there is none, it is not ours, or it is older than 90 days. */
export function openBrowserMark(box: SecretBox, cookie: string | undefined, now = Date.now()): BrowserMark | null {
  if (!cookie || cookie.length > 200) return null;
  let text: string;
  try {
    text = box.open(Buffer.from(cookie, 'base64url'), CONTEXT).toString();
  } catch {
    return null;
  }
  const [, userId, at, id] = FORM.exec(text) ?? [];
  if (userId === undefined || id === undefined || now - Number(at) > VALID_MS) return null;
  return { userId: Number(userId), id };
}
