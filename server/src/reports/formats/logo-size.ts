/**
 * The area of a logo in square millimetres, whatever its shape, so that all logos look equally large, and its maximum
 * dimensions.
 */
const AREA = 400;
const MAX_SIZE = { width: 80, height: 24 };
/** The offsets of width and height in the first chunk of a PNG (PNG specification, 11.2.1). */
const [WIDTH_AT, HEIGHT_AT] = [16, 20];

/** The size of a logo on a page, in millimetres; a square when the file is no PNG. */
export function logoSize(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const at = (offset: number) => (png.byteLength < HEIGHT_AT + 4 ? 1 : Math.max(1, view.getUint32(offset)));
  const ratio = at(WIDTH_AT) / at(HEIGHT_AT);
  const height = Math.min(MAX_SIZE.height, Math.sqrt(AREA / ratio), MAX_SIZE.width / ratio);
  return { width: height * ratio, height };
}
