const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/**
 * A CSS hex colour in its long lower-case form, `#rrggbb` or, with `alpha`, `#rrggbbaa`; null for anything else.
 * Without `alpha` opacity is dropped; with it, it is full by default.
 */
export function toHex(text: string, alpha = false): string | null {
  const digits = HEX.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  const long = digits.length <= 4 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `#${alpha ? long.padEnd(8, 'f') : long.slice(0, 6)}`;
}

/** Relative luminance, 0 to 1 (WCAG 2.2, definition of relative luminance). */
export function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever reads better on the colour. */
export function textOn(hex: string): '#000000' | '#ffffff' {
  const light = luminance(hex);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000000' : '#ffffff';
}
