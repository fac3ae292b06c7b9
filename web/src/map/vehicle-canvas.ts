import type { MapColors } from './map-colors.ts';
import type { MapLibreMap } from './map-library.ts';
import type { VehicleFrame } from './vehicle-frame.ts';
import { createVehiclePainter } from './vehicle-painter.ts';
import { createVehiclePoints } from './vehicle-points.ts';

/** From this many vehicles on, a browser without a graphics card paints on the processor faster than with WebGL. */
const CROWD = 1500;

/**
 * Draws the vehicles with the graphics card, or with the processor if there is no card and there are many vehicles.
 */
export function createVehicleCanvas(map: MapLibreMap) {
  const points = createVehiclePoints(map);
  let painter: ReturnType<typeof createVehiclePainter> | null = null;

  return {
    /** Draws the frame for the current camera. */
    draw(frame: VehicleFrame, colors: MapColors): void {
      const crowded = points.software && frame.count >= CROWD;
      if (crowded) painter ??= createVehiclePainter(map);
      if (painter) painter.canvas.hidden = !crowded;
      points.canvas.hidden = crowded;
      if (crowded) painter?.draw(frame, colors);
      else points.draw(frame, colors);
    },
    stop(): void {
      points.stop();
      painter?.stop();
    },
  };
}
