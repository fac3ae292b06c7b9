// A separate process: reads a picture from standard input and writes it as the PNG of a logo to standard output.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const MAX_PIXELS = 20_000_000;
/** The maximum size of a logo: on paper it is 14 mm high, and sharp at 600 dpi. */
const WIDTH_PX = 1200;
const HEIGHT_PX = 400;
/** The memory limit; a picture with the maximum of pixels needs half of it. */
const MAX_BYTES = 500_000_000;
const WATCHED_MS = 20;
const FORMATS = new Set(['png', 'jpeg', 'svg']);
/** Letters of a small SVG become sharp when they are drawn large. */
const SVG_DPI = 288;

/** The density for drawing: at most the sharpest, and no more than the maximum of pixels before scaling down. */
function densityFor({ width, height }: { width: number; height: number }): number {
  const room = Math.min(WIDTH_PX / Math.max(1, width), HEIGHT_PX / Math.max(1, height));
  return Math.round(72 * Math.min(SVG_DPI / 72, Math.max(1, room)));
}

async function draw(picture: Buffer): Promise<Buffer | 'logo-kind' | 'logo-large'> {
  const head = await sharp(picture, { limitInputPixels: false }).metadata();
  if (!FORMATS.has(head.format ?? '')) return 'logo-kind';
  if (head.width * head.height > MAX_PIXELS) return 'logo-large';
  const density = head.format === 'svg' ? densityFor(head) : undefined;
  return sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...(density && { density }) })
    .autoOrient()
    .resize({ width: WIDTH_PX, height: HEIGHT_PX, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true })
    .toBuffer();
}

sharp.concurrency(1);
// Another thread draws, so that this one can monitor the memory. A picture within an SVG may have any size.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, WATCHED_MS).unref();
const drawn = await draw(await buffer(process.stdin));
// On a busy machine this thread may have missed the peak, but the process's maximum (KiB) is known.
if (process.resourceUsage().maxRSS * 1024 > MAX_BYTES) process.kill(process.pid, 'SIGKILL');
else process.stdout.end(drawn);
