import { fault } from '@milepost/contract/fault';
import sharp from 'sharp';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';
import { type CameraNotes, cameraNotes } from './camera-notes.ts';

/** A picture of this size takes about 120 MB while it is rotated. */
const MAX_MEGAPIXELS = 30;
const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
/** The longest side of the stored picture and of the thumbnail, pixels. */
const SHOWN_PX = 4096;
const THUMB_PX = 360;
/** One picture at a time, so that memory is bounded whatever arrives. */
const line = new Turnstile(1, 100);
// Each picture is processed once, so a cache would waste memory.
sharp.cache(false);
sharp.concurrency(1);

export interface MadePicture {
  notes: CameraNotes;
  widthPx: number;
  heightPx: number;
  type: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
}

/**
 * Creates the stored picture and a thumbnail: upright, in sRGB, and without anything in the file besides its pixels.
 * @param from path of the picture; `shown` and `thumb` are the paths of the results
 * @throws AppError `invalid` for a picture that is too large or cannot be read
 */
export function makePicture(from: string, name: string, to: { shown: string; thumb: string }): Promise<MadePicture> {
  return line.pass(async () => {
    // Only the header is read, so the size of even the largest picture is found.
    const head = await sharp(from, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    if (!head) throw new AppError('invalid', fault('picture-broken', { name }));
    const pixels = head.width * head.height;
    if (pixels > MAX_PIXELS) {
      const megapixels = Math.ceil(pixels / 100_000) / 10;
      throw new AppError('invalid', fault('picture-large', { name, megapixels, most: MAX_MEGAPIXELS }));
    }
    const png = head.hasAlpha;
    try {
      const upright = sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true });
      upright.resize({ width: SHOWN_PX, height: SHOWN_PX, fit: 'inside', withoutEnlargement: true });
      const made = await (png ? upright.png() : upright.jpeg({ quality: 84 })).toFile(to.shown);
      await sharp(to.shown, { limitInputPixels: MAX_PIXELS })
        .resize({ width: THUMB_PX, height: THUMB_PX, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 70 })
        .toFile(to.thumb);
      return {
        notes: cameraNotes(head.exif),
        widthPx: made.width,
        heightPx: made.height,
        type: png ? 'image/png' : 'image/jpeg',
        extension: png ? 'png' : 'jpg',
      };
    } catch (cause) {
      throw new AppError('invalid', fault('picture-broken', { name }), { cause });
    }
  });
}

/** MIME type of thumbnails. */
export const THUMB_TYPE = 'image/webp';
