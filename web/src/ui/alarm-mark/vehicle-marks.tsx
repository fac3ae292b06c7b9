import type { LiveVehicle } from '@milepost/contract/live';
import { liveStore } from '../../live/live-client.ts';
import { useVehicle } from '../../live/use-live.ts';
import { outOfServiceAt } from '../../live/out-of-service.ts';
import { ObstacleMark } from '../availability/obstacle-chip.tsx';
import { AlarmMark } from './alarm-mark.tsx';

/** The marks of a vehicle besides its status: a critical alarm, and being out of service. */
export function VehicleMarks({ vehicle }: { vehicle: LiveVehicle }) {
  const critical = liveStore.critical.get(vehicle.id);
  const out = outOfServiceAt(vehicle, liveStore.clock.now());
  return (
    <>
      {critical && <AlarmMark alarm={critical} />}
      {out !== null && <ObstacleMark kind={out} />}
    </>
  );
}

/** The marks of a vehicle by its id; empty if the live view does not contain the vehicle. */
export function LiveMarks({ id }: { id: number }) {
  const found = useVehicle(id);
  return found ? <VehicleMarks vehicle={found.vehicle} /> : null;
}
