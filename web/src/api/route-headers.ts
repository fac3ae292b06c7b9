import type { CsrfHeader } from '@milepost/contract/route';
import type { RouteName } from '@milepost/contract/routes';

/**
 * What the `X-CSRFToken` header holds, where it is not the session's token. Kept apart from the route table, whose
 * schemas the first page does without; a test holds the two together.
 */
const HEADERS: Partial<Record<RouteName, CsrfHeader>> = {
  'get-csrf-token-preLogin': 'fixed',
  'get-csrf-token': 'fixed',
  'get-shared-vehicle': 'fixed',
  'get-driver-run': 'fixed',
  'say-stop-word': 'fixed',
  'add-stop-photo': 'fixed',
  'get-delivery': 'fixed',
  'get-driver-message': 'fixed',
  'answer-driver-message': 'fixed',
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

/** Routes that need no session: their answer 400 does not mean that one has ended. */
const OPEN: ReadonlySet<RouteName> = new Set([
  'get-csrf-token-preLogin',
  'login',
  'login-second-factor',
  'forgot-password',
  'get-password-link',
  'reset-password',
  'logout',
  'get-shared-vehicle',
  'get-driver-run',
  'say-stop-word',
  'add-stop-photo',
  'get-delivery',
  'get-driver-message',
  'answer-driver-message',
]);

export const csrfOf = (name: RouteName): CsrfHeader => HEADERS[name] ?? 'session';
export const isOpen = (name: RouteName): boolean => OPEN.has(name);
/** Whether the route changes something that is kept: what only reads bears `get` in its name, or no session's token. */
export const isSave = (name: RouteName): boolean => csrfOf(name) === 'session' && !name.startsWith('get-');
