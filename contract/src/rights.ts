import { z } from 'zod';
import { MENU_KEYS } from './menus.ts';

/** The menus that can be granted to a role; each is a row of the table `menus` with the same key. */
export const MenuKey = z.enum(MENU_KEYS);
export type MenuKey = z.infer<typeof MenuKey>;

export const Action = z.enum(['view', 'create', 'edit', 'delete']);
export type Action = z.infer<typeof Action>;

const VIEW = ['view'] as const;
const ALL = ['view', 'create', 'edit', 'delete'] as const;

/** The actions that can be granted on each menu: the other check boxes of a role would have no effect. */
export const MENU_ACTIONS: Readonly<Record<MenuKey, readonly Action[]>> = {
  dashboard: VIEW,
  'live-map': ['view', 'create'],
  history: VIEW,
  timeline: VIEW,
  // Some reports also require the right to another menu.
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
  // A separate right: a person who locates devices need not be allowed to stop engines.
  'engine-stop': ['view', 'create'],
  media: ALL,
  drivers: ALL,
  // Its files belong to records: the right to change a record includes its files.
  gallery: VIEW,
  expenses: ALL,
  // A separate right: a person who enters expenses need not be the one who approves them.
  'expense-approval': ['view', 'edit'],
  // Only the person's own records as a driver: see `my-day-operations.ts`.
  'my-day': ['view', 'create'],
  messages: ['view', 'create'],
  // Its entries require the menus of their kinds.
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
  // Whoever views it also sees the places of private time.
  'private-trips': ALL,
  // Deleting erases: a user who leaves is disabled.
  users: ALL,
  roles: ALL,
  menus: ['view', 'edit'],
  organisations: ALL,
  sessions: ['view', 'delete'],
  'audit-log': VIEW,
  'api-tokens': ['view', 'create', 'delete'],
  outbox: VIEW,
  subscriptions: ALL,
  distribution: VIEW,
  // Applies in the root organisation only: see `ROOT_MENUS`.
  server: ['view', 'edit'],
};

/** Menus of the operator: their grants apply only to people of the root organisation. */
export const ROOT_MENUS: ReadonlySet<string> = new Set<MenuKey>(['server']);

/** The actions of a menu by its key; empty for an unknown menu. */
export function actionsOf(menu: string): readonly Action[] {
  const key = MenuKey.safeParse(menu);
  return key.success ? MENU_ACTIONS[key.data] : [];
}
