// This file does not import zod, because the browser reads its paths from here before anything else is loaded.
interface Menu {
  key: string;
  /** The key of its parent entry. */
  parent: string | null;
  title: string;
  /** The path of its screen; empty for an entry that only opens its submenu. */
  path: string;
  /** Name of a Tabler icon in kebab-case. */
  icon: string;
}

/**
 * Every entry of the menu, parents before their children, in display order: groups by purpose, beside them the screens
 * opened many times a day, and rarely used ones last (decision 103). An entry with a path can be granted to roles; its
 * screen has the same key in the browser's table of screens.
 */
export const MENUS = [
  { key: 'track-vehicle', parent: null, title: 'Track vehicle', path: '', icon: 'map-pin' },
  { key: 'live-map', parent: 'track-vehicle', title: 'Live map', path: 'track-vehicle', icon: 'map-2' },
  { key: 'history', parent: 'track-vehicle', title: 'History', path: 'history', icon: 'player-play' },
  { key: 'timeline', parent: 'track-vehicle', title: 'Timeline', path: 'timeline', icon: 'timeline' },
  { key: 'charts', parent: 'track-vehicle', title: 'Telemetry', path: 'charts', icon: 'chart-line' },
  { key: 'private-trips', parent: 'track-vehicle', title: 'Private trips', path: 'private-trips', icon: 'eye-off' },
  { key: 'maps', parent: 'track-vehicle', title: 'Maps', path: 'maps', icon: 'map' },
  { key: 'dashboard', parent: null, title: 'Dashboard', path: 'dashboard/main', icon: 'layout-dashboard' },
  { key: 'delivery', parent: null, title: 'Distribution', path: '', icon: 'truck-delivery' },
  {
    key: 'distribution',
    parent: 'delivery',
    title: 'Distribution dashboard',
    path: 'dashboard/distribution-main',
    icon: 'truck-delivery',
  },
  { key: 'outlets', parent: 'delivery', title: 'Outlets', path: 'settings/outlets', icon: 'building-store' },
  { key: 'routes', parent: 'delivery', title: 'Routes', path: 'settings/routes', icon: 'route' },
  { key: 'reports', parent: null, title: 'Reports', path: 'reports', icon: 'report-analytics' },
  { key: 'alarm', parent: null, title: 'Alarms and geofences', path: '', icon: 'bell-ringing' },
  { key: 'alarms', parent: 'alarm', title: 'Alarm list', path: 'dashboard/alarms', icon: 'list-details' },
  {
    key: 'alarm-monitor',
    parent: 'alarm',
    title: 'Monitor VTS Alarm',
    path: 'dashboard/alarm-monitor',
    icon: 'device-tv',
  },
  { key: 'alarm-rules', parent: 'alarm', title: 'Alarm rules', path: 'settings/alarm-rules', icon: 'adjustments-alt' },
  { key: 'geo-fence', parent: 'alarm', title: 'Geofences', path: 'geo-fence', icon: 'polygon' },
  { key: 'in-out-location', parent: 'alarm', title: 'In and out', path: 'in-out-location', icon: 'door-enter' },
  { key: 'vehicles', parent: null, title: 'Vehicles', path: 'vehicle-info', icon: 'truck' },
  { key: 'drivers', parent: null, title: 'Drivers', path: 'driver-info', icon: 'id-badge-2' },
  { key: 'work', parent: null, title: 'Work and papers', path: '', icon: 'checklist' },
  { key: 'maintenance', parent: 'work', title: 'Maintenance', path: 'vehicle-info/maintenance', icon: 'tool' },
  { key: 'tasks', parent: 'work', title: 'Tasks', path: 'apps/tasks', icon: 'list-check' },
  { key: 'calendar', parent: 'work', title: 'Calendar', path: 'apps/calendar', icon: 'calendar' },
  { key: 'expenses', parent: 'work', title: 'Expense list', path: 'expenses', icon: 'list-details' },
  { key: 'expense-approval', parent: 'work', title: 'Expense approval', path: 'expenses/approval', icon: 'checklist' },
  { key: 'media', parent: 'work', title: 'Documents and media', path: 'media/documents', icon: 'file-certificate' },
  { key: 'gallery', parent: 'work', title: 'Gallery', path: 'gallery', icon: 'photo' },
  { key: 'contacts', parent: 'work', title: 'Contacts', path: 'apps/contacts', icon: 'address-book' },
  { key: 'device', parent: null, title: 'Devices and commands', path: '', icon: 'plug-connected' },
  { key: 'devices', parent: 'device', title: 'Devices', path: 'settings/devices', icon: 'device-mobile' },
  {
    key: 'connect-device',
    parent: 'device',
    title: 'Connect a device',
    path: 'settings/connect-device',
    icon: 'plug-connected',
  },
  { key: 'commands', parent: 'device', title: 'Commands', path: 'vehicle-info/commands', icon: 'terminal-2' },
  {
    key: 'engine-stop',
    parent: 'device',
    title: 'Engine stops',
    path: 'vehicle-info/engine-stops',
    icon: 'engine-off',
  },
  { key: 'my-day', parent: null, title: 'My day', path: 'apps/my-day', icon: 'steering-wheel' },
  { key: 'messages', parent: null, title: 'Messages', path: 'email', icon: 'mail' },
  { key: 'administration', parent: null, title: 'Administration', path: '', icon: 'shield' },
  { key: 'users', parent: 'administration', title: 'Users', path: 'admin/users', icon: 'users' },
  { key: 'roles', parent: 'administration', title: 'Roles', path: 'admin/roles', icon: 'user-shield' },
  {
    key: 'organisations',
    parent: 'administration',
    title: 'Organisations',
    path: 'admin/organisations',
    icon: 'building',
  },
  {
    key: 'sessions',
    parent: 'administration',
    title: 'Sign-ins and sessions',
    path: 'admin/sessions',
    icon: 'login-2',
  },
  { key: 'audit-log', parent: 'administration', title: 'Audit log', path: 'admin/audit-log', icon: 'history' },
  {
    key: 'subscriptions',
    parent: 'administration',
    title: 'Subscriptions',
    path: 'admin/subscriptions',
    icon: 'receipt',
  },
  { key: 'api-tokens', parent: 'administration', title: 'API tokens', path: 'admin/api-tokens', icon: 'key' },
  { key: 'webhooks', parent: 'administration', title: 'Webhooks', path: 'settings/webhooks', icon: 'webhook' },
  { key: 'outbox', parent: 'administration', title: 'Outbox', path: 'admin/outbox', icon: 'mail' },
  { key: 'server', parent: 'administration', title: 'Server', path: 'admin/server', icon: 'gauge' },
  { key: 'menus', parent: 'administration', title: 'Menus', path: 'admin/menus', icon: 'list-tree' },
  { key: 'component-library', parent: 'administration', title: 'Component library', path: '', icon: 'components' },
  { key: 'widget', parent: 'component-library', title: 'Widgets', path: 'widget', icon: 'layout-grid' },
  { key: 'ui', parent: 'component-library', title: 'UI elements', path: 'ui', icon: 'square-toggle' },
  { key: 'forms', parent: 'component-library', title: 'Forms', path: 'forms', icon: 'forms' },
  { key: 'tables', parent: 'component-library', title: 'Tables', path: 'tables', icon: 'table' },
  { key: 'icons', parent: 'component-library', title: 'Icons', path: 'icons', icon: 'icons' },
] as const satisfies readonly Menu[];

/** The menus that can be granted to a role; each is a row of the table `menus` with the same key. */
export const MENU_KEYS = MENUS.flatMap((menu) => (menu.path === '' ? [] : [menu.key]));
export type MenuKey = (typeof MENU_KEYS)[number];

/**
 * Menus with lists that are exported like reports: a role with one of them can export its lists without `reports`. Each
 * such report states its menu (`Report.lists`).
 */
export const LIST_MENUS = ['dashboard', 'in-out-location', 'alarms', 'audit-log'] as const satisfies readonly MenuKey[];
export type ListMenu = (typeof LIST_MENUS)[number];

/** Path of the screen of a menu, without a leading slash. */
export const menuPath = (key: MenuKey): string => MENUS.find((menu) => menu.key === key)?.path ?? '';
