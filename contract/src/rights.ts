import { z } from 'zod';
import { MENU_KEYS } from './menus.ts';

/** The menus that a role can be granted; each is a row of the table `menus` under the same key. */
export const MenuKey = z.enum(MENU_KEYS);
export type MenuKey = z.infer<typeof MenuKey>;

export const Action = z.enum(['view', 'create', 'edit', 'delete']);
export type Action = z.infer<typeof Action>;

const VIEW = ['view'] as const;
const ALL = ['view', 'create', 'edit', 'delete'] as const;

/** What there is to grant on each menu: a role's other boxes would mean nothing. */
export const MENU_ACTIONS: Readonly<Record<MenuKey, readonly Action[]>> = {
  dashboard: VIEW,
  'live-map': ['view', 'create'],
  history: VIEW,
  timeline: VIEW,
  // Some reports need the right of another menu besides.
  reports: VIEW,
  'in-out-location': VIEW,
  'geo-fence': ALL,
  alarms: ['view', 'edit'],
  'alarm-monitor': VIEW,
  'alarm-rules': ALL,
  webhooks: ALL,
  vehicles: ALL,
  maintenance: ALL,
  commands: ['view', 'create'],
  // A right of its own: who asks a device where it is need not be who stops an engine.
  'engine-stop': ['view', 'create'],
  media: ALL,
  drivers: ALL,
  // What is seen here belongs to records: who may change those may change their files.
  gallery: VIEW,
  expenses: ALL,
  // A right of its own: who enters expenses need not be who approves them.
  'expense-approval': ['view', 'edit'],
  // Only what is the person's own, as a driver: see `my-day-routes.ts`.
  'my-day': ['view', 'create'],
  messages: ['view', 'create'],
  // What is shown there is granted by the menus of its kinds.
  calendar: VIEW,
  tasks: ALL,
  contacts: ALL,
  outlets: ALL,
  routes: ALL,
  devices: ALL,
  'connect-device': ['view', 'create', 'edit'],
  widget: VIEW,
  ui: VIEW,
  forms: VIEW,
  tables: VIEW,
  icons: VIEW,
  charts: VIEW,
  maps: ALL,
  users: ['view', 'create', 'edit'],
  roles: ALL,
  menus: ['view', 'edit'],
  organisations: ALL,
  sessions: ['view', 'delete'],
  'audit-log': VIEW,
  'api-tokens': ['view', 'create', 'delete'],
  outbox: VIEW,
  subscriptions: ALL,
  distribution: VIEW,
};

/** The actions of a menu by its key; those of a menu that is not known here are none. */
export function actionsOf(menu: string): readonly Action[] {
  const key = MenuKey.safeParse(menu);
  return key.success ? MENU_ACTIONS[key.data] : [];
}
