/**
 * What a NumberInput holds. It tells text where a number would lose what was typed, as the last 0 of 12.50; null where nothing
 * is typed yet.
 */
export function enteredNumber(entered: number | string): number | null {
  const value = typeof entered === 'number' ? entered : Number.parseFloat(entered);
  return Number.isFinite(value) ? value : null;
}
