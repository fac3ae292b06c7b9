import {
  IconAntennaBars1,
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars4,
  IconAntennaBars5,
  IconBattery1,
  IconBattery2,
  IconBattery3,
  IconBattery4,
  IconKey,
  IconKeyOff,
  IconSatellite,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isReporting, signalBars, type VehicleState } from '../../live/vehicle-state.ts';

const SIGNAL = [IconAntennaBars1, IconAntennaBars2, IconAntennaBars3, IconAntennaBars4, IconAntennaBars5] as const;
const LOW_BATTERY = 20;
const DIM = 'var(--text-dim)';

const BATTERY = [IconBattery1, IconBattery2, IconBattery3, IconBattery4] as const;

/** The index in `BATTERY`. */
function batteryLevel(percent: number): 0 | 1 | 2 | 3 {
  if (percent > 80) return 3;
  if (percent > 50) return 2;
  return percent > LOW_BATTERY ? 1 : 0;
}

/** Ignition, fix, radio and battery as small icons; unknown ones are omitted. */
export function StateIcons({ state, className }: { state: VehicleState; className?: string | undefined }) {
  const { t } = useTranslation();
  const { ignition, satellites, rssi, batteryPercent } = state;
  const Signal = rssi === null ? null : SIGNAL[signalBars(rssi)];
  const Battery = batteryPercent === null ? null : BATTERY[batteryLevel(batteryPercent)];
  const Key = ignition ? IconKey : IconKeyOff;
  const icon = { size: 13, stroke: 2 };
  const then = (value: string) => (isReporting(state) ? value : t('track-vehicle.last-known', { value }));
  return (
    <span className={className}>
      {ignition !== null && (
        <Hint text={then(t(ignition ? 'track-vehicle.ignition-on' : 'track-vehicle.ignition-off'))}>
          <Key {...icon} color={ignition && isReporting(state) ? 'var(--status-running)' : DIM} />
        </Hint>
      )}
      {state.place && !state.isPrivate && (
        <Hint
          text={then(
            !state.fixValid
              ? t('track-vehicle.no-fix')
              : satellites === null
                ? t('track-vehicle.fix')
                : t('track-vehicle.satellites', { count: satellites }),
          )}
        >
          <IconSatellite {...icon} color={state.fixValid ? DIM : 'var(--status-idle)'} />
        </Hint>
      )}
      {Signal && (
        <Hint text={then(t('track-vehicle.signal', { bars: signalBars(rssi ?? 0) }))}>
          <Signal {...icon} color={DIM} />
        </Hint>
      )}
      {Battery && batteryPercent !== null && (
        <Hint text={then(t('track-vehicle.battery', { percent: Math.round(batteryPercent) }))}>
          <Battery {...icon} color={batteryPercent > LOW_BATTERY ? DIM : 'var(--status-stopped)'} />
        </Hint>
      )}
    </span>
  );
}

function Hint({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <span role="img" aria-label={text} title={text}>
      {children}
    </span>
  );
}
