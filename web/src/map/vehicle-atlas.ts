import { VEHICLE_STATUSES, type VehicleStatus } from '@milepost/contract/live-constants';
import { MARK } from '../live/fleet-table.ts';
import { MARKINGS, pictureOf, PICTURES } from './vehicle-pictures.ts';

/** The side of one picture in the atlas, in px of the texture: 28 px on the screen at three times the density. */
const CELL = 84;
/** The side of the field on which the shapes are drawn; the disc with its edge and shadow just fits. */
const FIELD = 84;

export interface VehicleAtlas {
  /** All pictures in one row. */
  image: ImageData;
  /** The position of each picture; the first are those of the status codes. */
  mapping: Record<string, { x: number; y: number; width: number; height: number }>;
}

export interface AtlasColors {
  status: Record<VehicleStatus, string>;
  /** The colour of the disc under the shape. */
  ground: string;
  /** The colour of the line around the disc. */
  edge: string;
  /** The colour of the star around a vehicle with a critical alarm. */
  alarm: string;
  /** The colour of the dashed ring around a vehicle that is out of service. */
  out: string;
  shadow: string;
}

/** Reads the colours of the current theme from the style sheet. */
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
    alarm: color('--danger-strong'),
    out: color('--text'),
    shadow: 'rgb(0 0 0 / 35%)',
  };
}

/** The shapes around the centre of the field; the arrow points north. The same shapes as in `ui/status-icon.tsx`. */
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

const STAR_POINTS = 12;

/** A star with points beyond the disc: its shape distinguishes it from all other icons at any rotation. */
function star(pen: CanvasRenderingContext2D, inner: number, outer: number): CanvasRenderingContext2D {
  pen.beginPath();
  for (let corner = 0; corner < STAR_POINTS * 2; corner++) {
    const radius = corner % 2 === 0 ? outer : inner;
    const angle = (corner * Math.PI) / STAR_POINTS;
    pen.lineTo(radius * Math.sin(angle), -radius * Math.cos(angle));
  }
  pen.closePath();
  return pen;
}

function drawGround(pen: CanvasRenderingContext2D, colors: AtlasColors, marks: number): void {
  const alarmed = (marks & MARK.criticalAlarm) !== 0;
  if (alarmed) {
    pen.fillStyle = colors.alarm;
    star(pen, 34, 42).fill();
  } else {
    pen.shadowColor = colors.shadow;
    pen.shadowBlur = 9;
  }
  const radius = alarmed ? 29 : 36;
  pen.fillStyle = colors.ground;
  disc(pen, radius).fill();
  pen.shadowColor = 'transparent';
  pen.lineWidth = 2;
  pen.strokeStyle = alarmed ? colors.alarm : colors.edge;
  disc(pen, radius).stroke();
  if ((marks & MARK.outOfService) !== 0) {
    const ring = radius - 2.5;
    pen.lineWidth = 5;
    pen.strokeStyle = colors.out;
    pen.setLineDash([(2 * Math.PI * ring) / 20]);
    disc(pen, ring).stroke();
    pen.setLineDash([]);
  }
  if (alarmed) pen.scale(0.86, 0.86);
}

/**
 * Draws the pictures of each status: its shape on a disc with a soft edge, which is legible on any basemap. A vehicle
 * with a critical alarm has a star behind the disc, and one out of service a dashed ring around it.
 */
export function drawVehicleAtlas(colors: AtlasColors): VehicleAtlas {
  const canvas = document.createElement('canvas');
  canvas.width = CELL * PICTURES;
  canvas.height = CELL;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no 2D canvas');
  const mapping: VehicleAtlas['mapping'] = {};
  const draw = (status: VehicleStatus, marks: number, picture: number) => {
    pen.save();
    pen.translate(CELL * (picture + 0.5), CELL / 2);
    pen.scale(CELL / FIELD, CELL / FIELD);
    drawGround(pen, colors, marks);
    pen.fillStyle = pen.strokeStyle = colors.status[status];
    SHAPES[status](pen);
    pen.restore();
    mapping[picture] = { x: CELL * picture, y: 0, width: CELL, height: CELL };
  };
  for (let marks = 0; marks < MARKINGS; marks++) {
    VEHICLE_STATUSES.forEach((status, code) => draw(status, marks, pictureOf(code, marks)));
  }
  return { image: pen.getImageData(0, 0, canvas.width, canvas.height), mapping };
}
