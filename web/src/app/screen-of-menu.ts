import type { MenuKey } from '@milepost/contract/menus';
import type { ComponentType } from 'react';

export type Load = () => Promise<{ default: ComponentType }>;

/** Subscriptions, invoices and payments: screens that share a chunk. */
export const loadBilling: Load = () => import('../features/admin/subscriptions/billing-page.tsx');

/** Approval, planning and summaries of expenses: screens that share a chunk. */
export const loadPlan: Load = () => import('../features/expenses/plan-page.tsx');

/** The screen of each menu, at the menu's path. Each is a chunk named by its root segment. */
export const SCREEN_OF_MENU: Record<MenuKey, Load> = {
  'live-map': () => import('../features/track-vehicle/track-vehicle-page.tsx'),
  history: () => import('../features/history/history-page.tsx'),
  timeline: () => import('../features/timeline/timeline-page.tsx'),
  reports: () => import('../features/reports/reports-page.tsx'),
  charts: () => import('../features/charts/telemetry-page.tsx'),
  'private-trips': () => import('../features/private-trips/private-trips-page.tsx'),
  maps: () => import('../features/maps/maps-page.tsx'),
  dashboard: () => import('../features/dashboard/main/main-dashboard-page.tsx'),
  distribution: () => import('../features/dashboard/distribution/distribution-page.tsx'),
  'geo-fence': () => import('../features/geo-fence/geo-fence-page.tsx'),
  'in-out-location': () => import('../features/in-out-location/in-out-location-page.tsx'),
  outlets: () => import('../features/settings/outlets/outlets-page.tsx'),
  routes: () => import('../features/settings/routes/routes-page.tsx'),
  alarms: () => import('../features/dashboard/alarms/alarms-page.tsx'),
  'alarm-monitor': () => import('../features/dashboard/alarm-monitor/alarm-monitor-page.tsx'),
  'alarm-rules': () => import('../features/settings/alarm-rules/alarm-rules-page.tsx'),
  webhooks: () => import('../features/settings/webhooks/webhooks-page.tsx'),
  vehicles: () => import('../features/vehicle-info/vehicle-info-page.tsx'),
  maintenance: () => import('../features/vehicle-info/maintenance/maintenance-page.tsx'),
  commands: () => import('../features/vehicle-info/commands/commands-page.tsx'),
  'engine-stop': () => import('../features/vehicle-info/commands/engine-stops-page.tsx'),
  media: () => import('../features/media/documents/documents-page.tsx'),
  expenses: () => import('../features/expenses/expenses-page.tsx'),
  'expense-approval': loadPlan,
  'my-day': () => import('../features/apps/my-day/my-day-page.tsx'),
  messages: () => import('../features/email/email-page.tsx'),
  calendar: () => import('../features/apps/calendar/calendar-page.tsx'),
  tasks: () => import('../features/apps/tasks/tasks-page.tsx'),
  contacts: () => import('../features/apps/contacts/contacts-page.tsx'),
  drivers: () => import('../features/driver-info/driver-info-page.tsx'),
  gallery: () => import('../features/gallery/gallery-page.tsx'),
  devices: () => import('../features/settings/devices/devices-page.tsx'),
  'connect-device': () => import('../features/settings/connect-device/connect-device-page.tsx'),
  users: () => import('../features/admin/users/users-page.tsx'),
  roles: () => import('../features/admin/roles/roles-page.tsx'),
  menus: () => import('../features/admin/menus/menus-page.tsx'),
  organisations: () => import('../features/admin/organisations/organisations-page.tsx'),
  sessions: () => import('../features/admin/sessions/sessions-page.tsx'),
  'audit-log': () => import('../features/admin/audit-log/audit-log-page.tsx'),
  'api-tokens': () => import('../features/admin/api-tokens/api-tokens-page.tsx'),
  outbox: () => import('../features/admin/outbox/outbox-page.tsx'),
  subscriptions: loadBilling,
  server: () => import('../features/admin/server/server-page.tsx'),
  widget: () => import('../features/showcase/widget/widget-page.tsx'),
  ui: () => import('../features/showcase/ui/ui-page.tsx'),
  forms: () => import('../features/showcase/forms/forms-page.tsx'),
  tables: () => import('../features/showcase/tables/tables-page.tsx'),
  icons: () => import('../features/showcase/icons/icons-page.tsx'),
};
