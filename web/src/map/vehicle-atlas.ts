import { VEHICLE_STATUSES, type VehicleStatus } from '@milepost/contract/live-constants';

/** Side of one picture in the atlas, in px of the texture: 28 px on the screen at three times the density. */
const CELL = 84;
/** Side of the field that the shapes are drawn on: the disc with its edge and shadow just fits. */
const FIELD = 84;

export interface VehicleAtlas {
  image: ImageData;
  /** By status code; deck.gl looks a picture up by the value of `getIcon`. */
  mapping: Record<string, { x: number; y: number; width: number; height: number; anchorX: number; anchorY: number }>;
}

export interface AtlasColors {
  status: Record<VehicleStatus, string>;
  /** Of the disc under the shape. */
  ground: string;
  /** Of the line around the disc. */
  edge: string;
  shadow: string;
}

/** Reads the colours of the present theme from the style sheet. */
export function atlasColors(element: Element): AtlasColors {
  const css = getComputedStyle(element);
  const color = (name: string) => css.getPropertyValue(name).trim();
  return {
    status: {
      running: color('--status-running'),
      idle: color('--status-idle'),
      stopped: color('--status-stopped'),
      inactive: color('--status-inactive'),
      silent: color('--status-silent'),
      never: color('--status-never'),
      expired: color('--status-expired'),
    },
    ground: color('--surface'),
    edge: color('--border-strong'),
    shadow: 'rgb(0 0 0 / 35%)',
  };
}

/** Shapes around the middle of the field; the arrow looks north. Same shapes as `ui/status-icon.tsx`. */
const SHAPES: Record<VehicleStatus, (pen: CanvasRenderingContext2D) => void> = {
  running(pen) {
    pen.beginPath();
    pen.moveTo(0, -25);
    pen.lineTo(18, 19);
    pen.quadraticCurveTo(19, 24, 13, 22);
    pen.lineTo(0, 15);
    pen.lineTo(-13, 22);
    pen.quadraticCurveTo(-19, 24, -18, 19);
    pen.closePath();
    pen.fill();
  },
  idle: (pen) => disc(pen, 17).fill(),
  stopped(pen) {
    pen.beginPath();
    pen.roundRect(-15, -15, 30, 30, 5);
    pen.fill();
  },
  inactive(pen) {
    pen.rotate(Math.PI / 4);
    pen.beginPath();
    pen.roundRect(-14, -14, 28, 28, 3);
    pen.fill();
  },
  silent(pen) {
    pen.rotate(Math.PI / 4);
    pen.lineWidth = 6;
    pen.beginPath();
    pen.roundRect(-12, -12, 24, 24, 3);
    pen.stroke();
  },
  never(pen) {
    pen.lineWidth = 7;
    disc(pen, 14).stroke();
  },
  expired(pen) {
    pen.lineWidth = 6;
    disc(pen, 14).stroke();
    pen.beginPath();
    pen.moveTo(-14, 14);
    pen.lineTo(14, -14);
    pen.stroke();
  },
};

function disc(pen: CanvasRenderingContext2D, radius: number): CanvasRenderingContext2D {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  return pen;
}

/** Draws the picture of each status: its shape on a disc with a soft edge, which holds on any basemap. */
export function drawVehicleAtlas(colors: AtlasColors): VehicleAtlas {
  const canvas = document.createElement('canvas');
  canvas.width = CELL * VEHICLE_STATUSES.length;
  canvas.height = CELL;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no 2D canvas');
  const mapping: VehicleAtlas['mapping'] = {};
  VEHICLE_STATUSES.forEach((status, code) => {
    pen.save();
    pen.translate(CELL * (code + 0.5), CELL / 2);
    pen.scale(CELL / FIELD, CELL / FIELD);
    pen.shadowColor = colors.shadow;
    pen.shadowBlur = 9;
    pen.fillStyle = colors.ground;
    disc(pen, 36).fill();
    pen.shadowColor = 'transparent';
    pen.lineWidth = 2;
    pen.strokeStyle = colors.edge;
    disc(pen, 36).stroke();
    pen.fillStyle = pen.strokeStyle = colors.status[status];
    SHAPES[status](pen);
    pen.restore();
    mapping[code] = { x: CELL * code, y: 0, width: CELL, height: CELL, anchorX: CELL / 2, anchorY: CELL / 2 };
  });
  return { image: pen.getImageData(0, 0, canvas.width, canvas.height), mapping };
}
