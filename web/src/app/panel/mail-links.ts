import { localStore } from '../../api/local-store.ts';
const KEY = 'panel_webmail';

/** Compose address of the webmail in use, with {to} for the receiver; empty: none, the address is copied instead. */
export const readWebmail = (): string => localStore.getItem(KEY) ?? '';
export const saveWebmail = (address: string): void => localStore.setItem(KEY, address);

/** The receiver of an e-mail link; null where the link is none. */
export function receiverOf(href: string): string | null {
  if (!/^mailto:/i.test(href)) return null;
  return decodeURIComponent(href.slice('mailto:'.length).split('?')[0] ?? '');
}

/** Where to compose a mail to `to` in a webmail; null where its address is not a usable one. */
export function composeUrl(webmail: string, to: string): string | null {
  if (!webmail.includes('{to}')) return null;
  const url = webmail.replaceAll('{to}', encodeURIComponent(to));
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}
