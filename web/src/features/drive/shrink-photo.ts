import { MAX_PHOTO_BASE64_LENGTH } from '@milepost/contract/run-word-kinds';

/** The longest sides and qualities to try, one after the other, until the photo is small enough to be sent. */
const TRIES = [
  { px: 1600, quality: 0.8 },
  { px: 1600, quality: 0.6 },
  { px: 1024, quality: 0.6 },
  { px: 640, quality: 0.5 },
] as const;

/**
 * A photo as JPEG in base64, small enough for a slow network, and without the camera's metadata.
 * @throws {Error} if this browser cannot read it
 */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    for (const { px, quality } of TRIES) {
      const text = await draw(picture, px, quality);
      if (text.length <= MAX_PHOTO_BASE64_LENGTH) return text;
    }
  } finally {
    picture.close();
  }
  throw new Error('a photo of this size stays too large');
}

async function draw(picture: ImageBitmap, px: number, quality: number): Promise<string> {
  const scale = Math.min(1, px / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', quality).replace(/^[^,]*,/, '');
}
