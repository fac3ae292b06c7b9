import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { liveStore } from '../../live/live-client.ts';
import { growTrail, trailOf, type Trail } from '../../map/trail.ts';
import { isLeap, type TimedPlace } from '../../ui/map/leap.ts';

const TRAIL_MS = 2 * 3_600_000;
const MAX_POINTS = 1500;

/** The trail of the selected vehicle over the last two hours; it grows by the fixes that the vehicle has passed. */
export function useTrail(vehicleId: number | null): Trail | null {
  const [grownTrail, setGrownTrail] = useState<{ vehicleId: number; trail: Trail } | null>(null);
  const [range, setRange] = useState({ vehicleId, now: liveStore.clock.now() });
  if (range.vehicleId !== vehicleId) {
    setRange({ vehicleId, now: liveStore.clock.now() });
    setGrownTrail(null);
  }
  const track = useCall(
    'get-vehicle-track',
    {
      vehicleId: vehicleId ?? 1,
      from: new Date(range.now - TRAIL_MS).toISOString(),
      to: new Date(range.now + 3_600_000).toISOString(),
      maxPoints: MAX_POINTS,
    },
    { enabled: vehicleId !== null, staleTime: Infinity, gcTime: 0 },
  );
  const points = track.data?.points;
  const fetched = useMemo(() => points && trailOf(points), [points]);

  useEffect(() => {
    if (vehicleId === null || !fetched) return undefined;
    let grown = fetched;
    let last = fixOf(vehicleId);
    return liveStore.onVehicle(vehicleId, () => {
      const next = fixOf(vehicleId);
      // The vehicle is gliding to the newest fix; the one before it has been passed.
      if (!next || (last && next.time <= last.time)) return;
      if (last && !isWild(grown, last, next)) grown = growTrail(grown, last.lat, last.lon, last.time, TRAIL_MS);
      last = next;
      setGrownTrail({ vehicleId, trail: grown });
    });
  }, [vehicleId, fetched]);

  if (vehicleId === null) return null;
  return grownTrail?.vehicleId === vehicleId ? grownTrail.trail : (fetched ?? null);
}

/** True if a fix is implausible both after the end of the trail and before the following fix. */
function isWild({ path, times }: Trail, fix: TimedPlace, next: TimedPlace): boolean {
  const [end, time] = [path.at(-1), times.at(-1)];
  return (
    end !== undefined && time !== undefined && isLeap({ lat: end[1], lon: end[0], time }, fix) && isLeap(fix, next)
  );
}

function fixOf(vehicleId: number): TimedPlace | null {
  const { table } = liveStore;
  const slot = table.slotOf.get(vehicleId) ?? -1;
  const [lat, lon, time] = [table.lat[slot], table.lon[slot], table.fixTime[slot]];
  return lat === undefined || lon === undefined || time === undefined || Number.isNaN(lat) ? null : { lat, lon, time };
}
