import type { LoginUserData } from '@milepost/contract/session-operations';
import { localStore } from './local-store.ts';

/** The local-storage keys of the specification (section 3) that this application uses. */
const KEYS = { user: 'login_user_data', csrfToken: 'csrfToken', menuId: 'menuID', sidebar: 'sidebar_option' } as const;

export function readUser(): LoginUserData | null {
  const stored = readJson(KEYS.user);
  return isUser(stored) ? stored : null;
}
export const saveUser = (user: LoginUserData) => localStore.setItem(KEYS.user, JSON.stringify(user));
export const removeUser = () => localStore.removeItem(KEYS.user);

export const readCsrfToken = () => localStore.getItem(KEYS.csrfToken);
export const saveCsrfToken = (token: string) => localStore.setItem(KEYS.csrfToken, token);

/** The current menu, stored as JSON: a number, or its digits as text, which the calls accept as well. */
export function readMenuId(): number | null {
  const id = readJson(KEYS.menuId);
  if (typeof id === 'string' && /^[1-9]\d{0,9}$/.test(id)) return Number(id);
  return typeof id === 'number' ? id : null;
}
export const saveMenuId = (id: number) => localStore.setItem(KEYS.menuId, JSON.stringify(id));
export const removeMenuId = () => localStore.removeItem(KEYS.menuId);

/** True if the person collapsed the left menu. */
export const readSidebarClosed = () => localStore.getItem(KEYS.sidebar) === 'side-closed';
export const saveSidebarClosed = (closed: boolean) =>
  localStore.setItem(KEYS.sidebar, closed ? 'side-closed' : 'side-open');

export const clearStorage = () => localStore.clear();

/** Calls `listener` when somebody has signed in in another window of this browser, until the returned function is called. */
export function onSignInElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // The token is stored last.
    if (key === localStore.keyOf(KEYS.csrfToken) && newValue !== null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStore.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Checked without a schema, because the schema library is not loaded with the first page. */
function isUser(stored: unknown): stored is LoginUserData {
  if (typeof stored !== 'object' || stored === null) return false;
  const held = new Map<string, unknown>(Object.entries(stored));
  const texts = ['USER_TYPE', 'USERNAME', 'DISPLAY_NAME', 'ORGANISATION'];
  return texts.every((key) => typeof held.get(key) === 'string') && typeof held.get('PROFILE_ID') === 'number';
}
