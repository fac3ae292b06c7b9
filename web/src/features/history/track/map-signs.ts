/** The side of a sign, CSS pixels; drawn at twice that. */
const SIZE = 24;
const SCALE = 2;

/**
 * The names of the map's pictures: `stop-12` (`stop-B12` for the second of several vehicles), `end-start`,
 * `end-finish`, `tow`, `wild`.
 */
const NUMBERED = /^stop-([A-Z]?\d+)$/;

export interface SignColors {
  ground: string;
  dim: string;
  stop: string;
  start: string;
  finish: string;
  tow: string;
}

/**
 * Draws a sign by its name: the number of a stop, the start, the end, the beginning of a tow, an implausible fix; null
 * for an unknown name.
 */
export function drawSign(name: string, colors: SignColors): { image: ImageData; pixelRatio: number } | null {
  if (name === 'wild') return drawCross(colors);
  const number = NUMBERED.exec(name)?.[1];
  if (number === undefined && name !== 'end-start' && name !== 'end-finish' && name !== 'tow') return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(SCALE, SCALE);
  pen.translate(SIZE / 2, SIZE / 2);
  const end = name === 'end-start' ? colors.start : name === 'tow' ? colors.tow : colors.finish;
  const fill = number === undefined ? end : colors.ground;
  pen.fillStyle = fill;
  pen.strokeStyle = number === undefined ? colors.ground : colors.stop;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(-10, -10, 20, 20, number === undefined ? 10 : 5);
  pen.fill();
  pen.stroke();
  pen.fillStyle = number === undefined ? colors.ground : colors.stop;
  if (name === 'tow') drawHook(pen, colors.ground);
  else if (number === undefined) drawEnd(pen, name === 'end-start');
  else drawNumber(pen, number);
  return { image: pen.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: SCALE };
}

function drawNumber(pen: CanvasRenderingContext2D, number: string): void {
  pen.font = `650 ${number.length > 3 ? 7.5 : number.length > 2 ? 9 : 11.5}px 'Inter Variable', system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(number, 0, 0.5);
}

/** A triangle for the start, a square for the end. */
function drawEnd(pen: CanvasRenderingContext2D, start: boolean): void {
  pen.beginPath();
  if (start) {
    pen.moveTo(-3, -5);
    pen.lineTo(5, 0);
    pen.lineTo(-3, 5);
    pen.closePath();
  } else {
    pen.rect(-4, -4, 8, 8);
  }
  pen.fill();
}

/** The hook of a tow. */
function drawHook(pen: CanvasRenderingContext2D, color: string): void {
  pen.strokeStyle = color;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.moveTo(0, -6);
  pen.lineTo(0, 0);
  pen.arc(0, 3, 3, -Math.PI / 2, Math.PI * 0.9);
  pen.stroke();
}

/** A small cross with an edge that is visible on any background. */
function drawCross({ ground, dim }: SignColors): { image: ImageData; pixelRatio: number } | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 12 * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(SCALE, SCALE);
  pen.lineCap = 'round';
  for (const [color, width] of [
    [ground, 5],
    [dim, 2],
  ] as const) {
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(3, 3);
    pen.lineTo(9, 9);
    pen.moveTo(9, 3);
    pen.lineTo(3, 9);
    pen.stroke();
  }
  return { image: pen.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: SCALE };
}
