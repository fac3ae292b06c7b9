import type { Action } from '@milepost/contract/rights';
import { MENU_KEYS, type MenuKey } from '@milepost/contract/menus';

const ALL: readonly Action[] = ['view', 'create', 'edit', 'delete'];
const VIEW: readonly Action[] = ['view'];

/** A role that Milepost creates. */
export interface BasicRole {
  name: string;
  /** 1 is the highest. */
  priority: number;
  grants: Partial<Record<MenuKey, readonly Action[]>>;
}

/** The role with every right to every screen, which cannot be reduced. */
export const ADMINISTRATOR: BasicRole = {
  name: 'Administrator',
  priority: 1,
  grants: Object.fromEntries(MENU_KEYS.map((key) => [key, ALL])),
};

/** Plans the day and monitors it. */
const DISPATCHER: BasicRole = {
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
};

/**
 * Connects devices and checks their reports: vehicles, their present positions, and their data. No money, no people.
 */
const INSTALLER: BasicRole = {
  name: 'Installer',
  priority: 20,
  grants: {
    'live-map': ['view'],
    charts: ['view'],
    vehicles: ['view', 'edit'],
    commands: ['view', 'create'],
    messages: ['view', 'create'],
    devices: ALL,
    'connect-device': ALL,
  },
};

/** Maintains vehicles. Sees the costs of work orders; other bills are for the accountant. */
const MECHANIC: BasicRole = {
  name: 'Mechanic',
  priority: 30,
  grants: {
    vehicles: VIEW,
    maintenance: ['view', 'create', 'edit'],
    gallery: VIEW,
    messages: ['view', 'create'],
    calendar: VIEW,
    tasks: ['view', 'create', 'edit'],
    contacts: ['view', 'create', 'edit'],
  },
};

/** Bills, invoices, payments and reports about them. Neither the live map nor commands. */
const ACCOUNTANT: BasicRole = {
  name: 'Accountant',
  priority: 30,
  grants: {
    reports: VIEW,
    vehicles: VIEW,
    media: ['view', 'create', 'edit'],
    expenses: ALL,
    'expense-approval': ['view', 'edit'],
    messages: ['view', 'create'],
    calendar: VIEW,
    tasks: ['view', 'create', 'edit'],
    contacts: ['view', 'create', 'edit'],
    subscriptions: ALL,
  },
};

/** A driver with an account: the driver's own records, and messages. */
export const DRIVER: BasicRole = {
  name: 'Driver',
  priority: 40,
  grants: { 'my-day': ['view', 'create'], messages: ['view', 'create'] },
};

/** For guests: can only view. */
const VIEWER: BasicRole = {
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

/** The initial roles of a new organisation. It can change or delete each, and none is recreated. */
export const STARTING_ROLES: readonly BasicRole[] = [DISPATCHER, INSTALLER, MECHANIC, ACCOUNTANT, DRIVER, VIEWER];
