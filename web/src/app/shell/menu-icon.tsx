import {
  IconCircleDot,
  IconDeviceMobile,
  IconMap2,
  IconMapPin,
  IconPlugConnected,
  IconSettings,
  IconTruck,
  type Icon,
} from '@tabler/icons-react';

/** The Tabler icons that the menu names; each by itself, because the whole set is megabytes. */
const ICONS: Record<string, Icon> = {
  'device-mobile': IconDeviceMobile,
  'map-2': IconMap2,
  'map-pin': IconMapPin,
  'plug-connected': IconPlugConnected,
  settings: IconSettings,
  truck: IconTruck,
};

export function MenuIcon({ name }: { name: string }) {
  const Found = ICONS[name] ?? IconCircleDot;
  return <Found size={20} stroke={1.6} aria-hidden />;
}
