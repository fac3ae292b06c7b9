import { PUBLIC_CALLS } from '@milepost/contract/public-paths';
import type { CsrfHeader } from '@milepost/contract/operation';
import type { OperationName } from '@milepost/contract/operations';

/**
 * The content of the `X-CSRFToken` header where it is not the session's token. Separate from the operation table, whose
 * schemas the first page does not load; a test compares the two.
 */
const HEADERS: Partial<Record<OperationName, CsrfHeader>> = {
  'get-csrf-token-preLogin': 'fixed',
  'get-csrf-token': 'fixed',
  login: 'preLogin',
  'login-second-factor': 'preLogin',
  'forgot-password': 'preLogin',
  'get-password-link': 'preLogin',
  'reset-password': 'preLogin',
  logout: 'none',
  'session-check': 'none',
  'get-nav-menu': 'none',
  'menu-check-by-id': 'none',
  'edit-permission-check': 'none',
  'create-permission-check': 'none',
  'delete-permission-check': 'none',
  'get-privilege-check': 'none',
  'get-notification-show-permission': 'none',
  'get-role-priority': 'none',
  'get-payment-data': 'none',
};

/** The operations of public links, with the fixed header. */
const LINKS: ReadonlySet<OperationName> = new Set(PUBLIC_CALLS);
/** The other operations that need no session: their status 400 does not mean that one has ended. */
const OPEN: ReadonlySet<OperationName> = new Set([
  'get-csrf-token-preLogin',
  'login',
  'login-second-factor',
  'forgot-password',
  'get-password-link',
  'reset-password',
  'logout',
]);

export const csrfOf = (name: OperationName): CsrfHeader => (LINKS.has(name) ? 'fixed' : (HEADERS[name] ?? 'session'));
export const isOpen = (name: OperationName): boolean => LINKS.has(name) || OPEN.has(name);
/**
 * True if the operation changes stored data: operations that only read have `get` in their name, or no session token.
 */
export const isSave = (name: OperationName): boolean => csrfOf(name) === 'session' && !name.startsWith('get-');
