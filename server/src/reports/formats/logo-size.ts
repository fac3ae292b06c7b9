/** Square millimetres that a logo takes, whatever its shape, so that none looks larger than another; and its bounds. */
const AREA = 400;
const MOST = { width: 80, height: 24 };
/** Where the first chunk of a PNG has its width and height (PNG specification, 11.2.1). */
const [WIDTH_AT, HEIGHT_AT] = [16, 20];

/** How large a logo stands on a page, in millimetres. Of what is no PNG, as a square. */
export function logoSize(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const at = (offset: number) => (png.byteLength < HEIGHT_AT + 4 ? 1 : Math.max(1, view.getUint32(offset)));
  const ratio = at(WIDTH_AT) / at(HEIGHT_AT);
  const height = Math.min(MOST.height, Math.sqrt(AREA / ratio), MOST.width / ratio);
  return { width: height * ratio, height };
}
