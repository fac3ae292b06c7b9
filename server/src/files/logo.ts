import sharp from 'sharp';
import { Turnstile } from '../auth/turnstile.ts';
import { fieldError } from '../errors.ts';

const MOST_PIXELS = 20_000_000;
/** Room of a logo: on paper it is 14 mm high, and sharp at 600 dpi. */
const WIDTH_PX = 1200;
const HEIGHT_PX = 400;
/** An SVG can ask for any work in a few letters. */
const WITHIN_S = 5;
const FORMATS = new Set(['png', 'jpeg', 'svg']);
/** Letters of a small SVG become sharp when they are drawn large. */
const SVG_DPI = 288;

/** One at a time, so that memory is bounded whatever comes in. */
const line = new Turnstile(1, 20);

/**
 * Makes of a picture the PNG that stands on reports: its pixels and nothing else of it. An SVG is drawn here and never
 * given to a browser; the drawing reads no files and no network.
 * @throws AppError `invalid` for what is no PNG, JPEG or SVG, or is too large
 */
export function makeLogo(picture: Buffer): Promise<Buffer> {
  return line.pass(async () => {
    const head = await sharp(picture, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    if (!head || !FORMATS.has(head.format ?? '')) throw fieldError('invalid', { picture: 'logo-kind' });
    if (head.width * head.height > MOST_PIXELS) throw fieldError('invalid', { picture: 'logo-large' });
    const density = head.format === 'svg' ? densityFor(head) : undefined;
    try {
      return await sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', ...(density && { density }) })
        .timeout({ seconds: WITHIN_S })
        .autoOrient()
        .resize({ width: WIDTH_PX, height: HEIGHT_PX, fit: 'inside', withoutEnlargement: true })
        .png({ palette: true })
        .toBuffer();
    } catch (cause) {
      throw fieldError('invalid', { picture: 'logo-kind' }, { cause });
    }
  });
}

/** As sharp as it is drawn at most, and not more than that many pixels before it is made smaller. */
function densityFor({ width, height }: { width: number; height: number }): number {
  const room = Math.min(WIDTH_PX / Math.max(1, width), HEIGHT_PX / Math.max(1, height));
  return Math.round(72 * Math.min(SVG_DPI / 72, Math.max(1, room)));
}
