import type { SensorKind } from '@milepost/contract/sensor-kinds';
import {
  IconAirConditioning,
  IconCircuitSwitchOpen,
  IconDoor,
  IconDroplet,
  IconEngine,
  IconGasStation,
  IconGauge,
  IconHash,
  IconSteeringWheel,
  IconTemperature,
  IconWeight,
} from '@tabler/icons-react';

const ICONS: Record<SensorKind, typeof IconGauge> = {
  fuelLevel: IconGasStation,
  temperature: IconTemperature,
  humidity: IconDroplet,
  weight: IconWeight,
  tyre: IconSteeringWheel,
  counter: IconHash,
  other: IconGauge,
  door: IconDoor,
  ac: IconAirConditioning,
  pto: IconEngine,
  signal: IconCircuitSwitchOpen,
};

export function SensorIcon({ kind, size = 18 }: { kind: SensorKind; size?: number }) {
  const Icon = ICONS[kind];
  return <Icon size={size} stroke={1.6} aria-hidden />;
}
