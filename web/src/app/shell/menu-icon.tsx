import {
  IconAlarm,
  IconBell,
  IconCar,
  IconCircleDot,
  IconCpu,
  IconDeviceMobile,
  IconGauge,
  IconHistory,
  IconId,
  IconMap,
  IconMapPin,
  IconPlugConnected,
  IconRouter,
  IconSettings,
  IconShield,
  IconTruck,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

/** The Tabler icons that menus name; a few by name, because the whole set is megabytes. */
const ICONS: Record<string, Icon> = {
  alarm: IconAlarm,
  bell: IconBell,
  car: IconCar,
  cpu: IconCpu,
  'device-mobile': IconDeviceMobile,
  gauge: IconGauge,
  history: IconHistory,
  id: IconId,
  map: IconMap,
  'map-pin': IconMapPin,
  'plug-connected': IconPlugConnected,
  router: IconRouter,
  settings: IconSettings,
  shield: IconShield,
  truck: IconTruck,
  users: IconUsers,
};

export function MenuIcon({ name }: { name: string }) {
  const Found = ICONS[name] ?? IconCircleDot;
  return <Found size={20} stroke={1.6} aria-hidden />;
}
