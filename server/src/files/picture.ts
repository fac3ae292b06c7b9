import { fault } from '@milepost/contract/fault';
import sharp from 'sharp';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';
import { type CameraNotes, cameraNotes } from './camera-notes.ts';

/** A picture of that many takes some 120 MB while it is turned upright. */
const MOST_MEGAPIXELS = 30;
const MOST_PIXELS = MOST_MEGAPIXELS * 1_000_000;
/** Longest side of what is kept, and of the small picture, pixels. */
const SHOWN_PX = 4096;
const THUMB_PX = 360;
/** One picture at a time, so that memory is bounded whatever comes in. */
const line = new Turnstile(1, 100);
// Pictures are seen once: a cache would hold memory for nothing.
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
 * Makes of a picture the one that is kept and a small one: upright, in sRGB, and without whatever was in the file besides
 * its pixels.
 * @param from path of the picture; `shown` and `thumb` are where the made ones go
 * @throws AppError `invalid` for a picture that is too large or cannot be read
 */
export function makePicture(from: string, name: string, to: { shown: string; thumb: string }): Promise<MadePicture> {
  return line.pass(async () => {
    // Only the head is read, so even the largest may say its size.
    const head = await sharp(from, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    if (!head) throw new AppError('invalid', fault('picture-broken', { name }));
    const pixels = head.width * head.height;
    if (pixels > MOST_PIXELS) {
      const megapixels = Math.ceil(pixels / 100_000) / 10;
      throw new AppError('invalid', fault('picture-large', { name, megapixels, most: MOST_MEGAPIXELS }));
    }
    const png = head.hasAlpha;
    try {
      const upright = sharp(from, { limitInputPixels: MOST_PIXELS, failOn: 'error', autoOrient: true });
      upright.resize({ width: SHOWN_PX, height: SHOWN_PX, fit: 'inside', withoutEnlargement: true });
      const made = await (png ? upright.png() : upright.jpeg({ quality: 84 })).toFile(to.shown);
      await sharp(to.shown, { limitInputPixels: MOST_PIXELS })
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

/** MIME type of small pictures. */
export const THUMB_TYPE = 'image/webp';
