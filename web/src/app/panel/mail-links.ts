import { localStore } from '../../api/local-store.ts';
const KEY = 'panel_webmail';

/**
 * The compose address of the person's webmail, with {to} for the recipient; empty if there is none, in which case the
 * address is copied instead.
 */
export const readWebmail = (): string => localStore.getItem(KEY) ?? '';
export const saveWebmail = (address: string): void => localStore.setItem(KEY, address);

/** The recipient of an e-mail link; null for any other link. */
export function receiverOf(href: string): string | null {
  if (!/^mailto:/i.test(href)) return null;
  return decodeURIComponent(href.slice('mailto:'.length).split('?')[0] ?? '');
}

/** The address to compose a mail to `to` in a webmail; null if the webmail's address is not usable. */
export function composeUrl(webmail: string, to: string): string | null {
  if (!webmail.includes('{to}')) return null;
  const url = webmail.replaceAll('{to}', encodeURIComponent(to));
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}
