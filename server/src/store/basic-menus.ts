import type { Action, MenuKey } from '@milepost/contract/menu';

export interface BasicMenu {
  key: string;
  parent: string | null;
  title: string;
  path: string;
  icon: string;
}

/** Every entry of the menu, parents before their children, in the order in which they are shown. */
export const BASIC_MENUS: readonly BasicMenu[] = [
  { key: 'track-vehicle', parent: null, title: 'Track vehicle', path: '', icon: 'map-pin' },
  { key: 'live-map', parent: 'track-vehicle', title: 'Live map', path: 'track-vehicle', icon: 'map-2' },
  { key: 'vehicles', parent: null, title: 'Vehicles', path: 'vehicle-info', icon: 'truck' },
  { key: 'settings', parent: null, title: 'Settings', path: '', icon: 'settings' },
  { key: 'devices', parent: 'settings', title: 'Devices', path: 'settings/devices', icon: 'device-mobile' },
  {
    key: 'connect-device',
    parent: 'settings',
    title: 'Connect a device',
    path: 'settings/connect-device',
    icon: 'plug-connected',
  },
];

const ALL: readonly Action[] = ['view', 'create', 'edit', 'delete'];

export interface BasicRole {
  name: string;
  /** 1 is the highest. */
  priority: number;
  grants: Partial<Record<MenuKey, readonly Action[]>>;
}

/** The role that always may do everything. */
export const ADMINISTRATOR: BasicRole = {
  name: 'Administrator',
  priority: 1,
  grants: { 'live-map': ALL, vehicles: ALL, devices: ALL, 'connect-device': ALL },
};

/** Roles to begin with; what an administrator changes of them stays. */
export const OTHER_ROLES: readonly BasicRole[] = [
  { name: 'Dispatcher', priority: 10, grants: { 'live-map': ['view'], vehicles: ['view'] } },
  { name: 'Installer', priority: 20, grants: { devices: ALL, 'connect-device': ALL } },
];
