import type { MapColors } from './map-colors.ts';
import type { MapLibreMap } from './map-library.ts';
import type { VehicleFrame } from './vehicle-frame.ts';
import { createVehiclePainter } from './vehicle-painter.ts';
import { createVehiclePoints } from './vehicle-points.ts';

/** From so many vehicles on, painting costs a browser without a graphics card less than WebGL. */
const CROWD = 1500;

/** Where the vehicles are drawn: by the graphics card, or, where there is none and they are many, by the processor. */
export function createVehicleCanvas(map: MapLibreMap) {
  const points = createVehiclePoints(map);
  let painter: ReturnType<typeof createVehiclePainter> | null = null;

  return {
    /** Draws the frame for the camera as it is now. */
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
