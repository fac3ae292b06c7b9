import { isSecretSetting } from './given-settings.ts';

export const MASK = '***';

/** The value of a setting without anything that may be secret in it: of an address only scheme, host and port remain. */
export function maskSetting(name: string, text: string): string {
  if (!isSecretSetting(name)) return maskAddresses(text);
  // A folder, or a word such as `off`.
  if (/^file:\/\/\/[^?#]*$/.test(text) || text === 'off') return text;
  return /^[a-z][\w+.-]*:\/\//i.test(text) ? maskAddress(text) : MASK;
}

/** Addresses with parameters or a password in other settings, such as the list of maps. */
function maskAddresses(text: string): string {
  return text.replaceAll(/[a-z][\w+.-]*:\/\/[^\s"',]+/gi, (address) =>
    /[?@#]/.test(address) ? maskAddress(address) : address,
  );
}

function maskAddress(address: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][\w+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
  const hasUser = rest.includes('@');
  // The last @ ends the password, in which anything may be.
  const host = (hasUser ? rest.slice(rest.lastIndexOf('@') + 1) : rest).replace(/[/?#].*$/s, '');
  const hasMore = rest.length > host.length + (hasUser ? rest.lastIndexOf('@') + 1 : 0);
  return `${scheme}${hasUser ? `${MASK}@` : ''}${host}${hasMore ? `/${MASK}` : ''}`;
}
