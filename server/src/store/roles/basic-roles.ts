import type { Action } from '@milepost/contract/rights';
import { MENU_KEYS, type MenuKey } from '@milepost/contract/menus';

const ALL: readonly Action[] = ['view', 'create', 'edit', 'delete'];

export interface BasicRole {
  name: string;
  /** 1 is the highest. */
  priority: number;
  grants: Partial<Record<MenuKey, readonly Action[]>>;
}

/** The role that always may do everything there is a screen for. */
export const ADMINISTRATOR: BasicRole = {
  name: 'Administrator',
  priority: 1,
  grants: Object.fromEntries(MENU_KEYS.map((key) => [key, ALL])),
};

/** Roles to begin with; what an administrator changes of them stays. */
export const OTHER_ROLES: readonly BasicRole[] = [
  {
    name: 'Dispatcher',
    priority: 10,
    grants: {
      dashboard: ['view'],
      'live-map': ['view', 'create'],
      history: ['view'],
      timeline: ['view'],
      reports: ['view'],
      charts: ['view'],
      'in-out-location': ['view'],
      'geo-fence': ['view'],
      alarms: ['view', 'edit'],
      'alarm-monitor': ['view'],
      maps: ['view'],
      vehicles: ['view'],
      commands: ['view', 'create'],
      media: ['view'],
      maintenance: ['view', 'create', 'edit'],
      drivers: ['view', 'edit'],
      gallery: ['view'],
      expenses: ALL,
      messages: ['view', 'create'],
      calendar: ['view'],
      tasks: ALL,
      contacts: ALL,
      outlets: ['view', 'create', 'edit'],
      routes: ['view', 'create', 'edit'],
      distribution: ['view'],
    },
  },
  { name: 'Installer', priority: 20, grants: { devices: ALL, 'connect-device': ALL } },
];

const VIEW: readonly Action[] = ['view'];

/** For guests: looks and changes nothing. Each organisation has one from the start, which it may change or remove. */
export const VIEWER: BasicRole = {
  name: 'Viewer',
  priority: 900,
  grants: {
    dashboard: VIEW,
    'live-map': VIEW,
    history: VIEW,
    timeline: VIEW,
    reports: VIEW,
    charts: VIEW,
    'in-out-location': VIEW,
    'geo-fence': VIEW,
    alarms: VIEW,
    'alarm-monitor': VIEW,
    maps: VIEW,
    vehicles: VIEW,
    gallery: VIEW,
  },
};
