import type { LiveVehicle } from '@milepost/contract/live';
import { liveStore } from '../../live/live-client.ts';
import { useVehicle } from '../../live/use-live.ts';
import { outOfServiceAt } from '../../live/out-of-service.ts';
import { ObstacleMark } from '../availability/obstacle-chip.tsx';
import { AlarmMark } from './alarm-mark.tsx';

/** What a vehicle is marked with besides its status: a critical alarm, and that it is out of service. */
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

/** The same for a vehicle of which the id is known; nothing where the live view does not show it. */
export function LiveMarks({ id }: { id: number }) {
  const found = useVehicle(id);
  return found ? <VehicleMarks vehicle={found.vehicle} /> : null;
}
