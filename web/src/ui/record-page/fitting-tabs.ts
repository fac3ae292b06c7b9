/**
 * The number of tabs that fit in a row.
 * @param widths of the tabs in order, px
 * @param room width of the row, px
 * @param more width of the button with the other tabs, px
 */
export function fittingTabs(widths: readonly number[], room: number, more: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return widths.length;
  let taken = 0;
  const first = widths.findIndex((width) => {
    taken += width;
    return taken > room - more;
  });
  return Math.max(1, first);
}
