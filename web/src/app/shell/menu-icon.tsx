import {
  IconChartLine,
  IconCircleDot,
  IconComponents,
  IconDeviceMobile,
  IconForms,
  IconIcons,
  IconLayoutGrid,
  IconMap,
  IconMap2,
  IconMapPin,
  IconPlugConnected,
  IconSettings,
  IconSquareToggle,
  IconTable,
  IconTruck,
  type Icon,
} from '@tabler/icons-react';

/** The Tabler icons that the menu names; each by itself, because the whole set is megabytes. */
const ICONS: Record<string, Icon> = {
  'chart-line': IconChartLine,
  components: IconComponents,
  'device-mobile': IconDeviceMobile,
  forms: IconForms,
  icons: IconIcons,
  'layout-grid': IconLayoutGrid,
  map: IconMap,
  'map-2': IconMap2,
  'map-pin': IconMapPin,
  'plug-connected': IconPlugConnected,
  settings: IconSettings,
  'square-toggle': IconSquareToggle,
  table: IconTable,
  truck: IconTruck,
};

export function MenuIcon({ name }: { name: string }) {
  const Found = ICONS[name] ?? IconCircleDot;
  return <Found size={20} stroke={1.6} aria-hidden />;
}
