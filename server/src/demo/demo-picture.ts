export interface PictureOf {
  registration: string;
  type: string;
  make: string | null;
  model: string | null;
}

type View = 'side' | 'front' | 'odometer' | 'tyre';

const PAINTS = ['#c8452e', '#2f6db3', '#e0e2e4', '#3b7a57', '#d9a520', '#54606b'];
/** Length and height of the body in the picture, px. */
const BODIES: Readonly<Record<string, { long: number; high: number }>> = {
  car: { long: 300, high: 70 },
  van: { long: 340, high: 130 },
  truck: { long: 440, high: 150 },
  bus: { long: 480, high: 140 },
};

/** A drawn photo of a vehicle as SVG, 640 by 480; the same for the same vehicle and view. */
export function demoPicture(vehicle: PictureOf, view: View): string {
  const seed = Array.from(vehicle.registration).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0;
  const paint = PAINTS[seed % PAINTS.length] ?? '#54606b';
  const drawn = { side, front, odometer, tyre }[view](vehicle, paint, seed);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#9cc3e6"/><stop offset="1" stop-color="#e9f1f7"/></linearGradient>
    <linearGradient id="road" x2="0" y2="1"><stop stop-color="#8a8f94"/><stop offset="1" stop-color="#5c6166"/></linearGradient>
    </defs>${drawn}</svg>`;
}

const ground = `<rect width="640" height="330" fill="url(#sky)"/><rect y="330" width="640" height="150" fill="url(#road)"/>
  <rect y="322" width="640" height="10" fill="#b9bec2"/>`;
const wheel = (x: number) =>
  `<circle cx="${x}" cy="372" r="34" fill="#1d2023"/><circle cx="${x}" cy="372" r="16" fill="#a9b0b6"/>`;
const plate = (x: number, y: number, text: string) =>
  `<rect x="${x - 62}" y="${y}" width="124" height="30" rx="4" fill="#fff" stroke="#22262a" stroke-width="2"/>
   <text x="${x}" y="${y + 22}" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#14171a">${xml(text)}</text>`;

function side({ type, registration, make }: PictureOf, paint: string): string {
  const { long, high } = BODIES[type] ?? { long: 320, high: 100 };
  const left = 320 - long / 2;
  return `${ground}<ellipse cx="320" cy="408" rx="${long / 2 + 20}" ry="12" fill="#3c4044" opacity=".5"/>
    <rect x="${left}" y="${372 - high}" width="${long}" height="${high}" rx="16" fill="${paint}"/>
    <rect x="${left + long * 0.2}" y="${372 - high - 44}" width="${long * 0.56}" height="60" rx="18" fill="${paint}"/>
    <rect x="${left + long * 0.25}" y="${372 - high - 32}" width="${long * 0.46}" height="34" rx="8" fill="#22333f"/>
    ${wheel(left + 66)}${wheel(left + long - 66)}${plate(320, 372 - high / 2 - 15, registration)}
    <text x="24" y="456" font-family="sans-serif" font-size="20" fill="#fff">${xml(make ?? '')}</text>`;
}

const front = ({ registration }: PictureOf, paint: string): string =>
  `${ground}<ellipse cx="320" cy="412" rx="170" ry="14" fill="#3c4044" opacity=".5"/>
   <rect x="180" y="210" width="280" height="180" rx="26" fill="${paint}"/>
   <rect x="206" y="150" width="228" height="90" rx="24" fill="#22333f"/>
   <circle cx="222" cy="312" r="26" fill="#fff7d6"/><circle cx="418" cy="312" r="26" fill="#fff7d6"/>
   <rect x="262" y="292" width="116" height="34" rx="8" fill="#1d2023"/>
   ${plate(320, 346, registration)}`;

const odometer = ({ registration }: PictureOf, _paint: string, seed: number): string =>
  `<rect width="640" height="480" fill="#14171a"/><circle cx="320" cy="250" r="190" fill="#20252a" stroke="#59626a" stroke-width="6"/>
   <path d="M320 250 L${180 + (seed % 120)} 150" stroke="#e2543a" stroke-width="8" stroke-linecap="round"/>
   <rect x="220" y="320" width="200" height="54" rx="6" fill="#0b0d0f"/>
   <text x="320" y="359" font-family="monospace" font-size="36" text-anchor="middle" fill="#cfe8d8">${40_000 + (seed % 160_000)}</text>
   <text x="320" y="460" font-family="sans-serif" font-size="20" text-anchor="middle" fill="#a9b0b6">${xml(registration)}</text>`;

const tyre = (_vehicle: PictureOf, _paint: string, seed: number): string =>
  `<rect width="640" height="480" fill="url(#road)"/><circle cx="320" cy="240" r="210" fill="#1a1d20"/>
   <circle cx="320" cy="240" r="120" fill="#8e969d"/><circle cx="320" cy="240" r="36" fill="#3c4248"/>
   ${[0, 72, 144, 216, 288].map((angleDeg) => `<circle cx="320" cy="165" r="12" fill="#3c4248" transform="rotate(${angleDeg + (seed % 72)} 320 240)"/>`).join('')}`;

export const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
