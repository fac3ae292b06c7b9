import { LEG_REASONS, type LegNote, type LegReason, type LegSums } from './fact.ts';

/** Single legs stored with a trip; the sums include all of them. */
const MAX_NOTES = 50;

/** Adds a leg to the sums of its reason. */
export function addLeg(sums: LegSums, reason: LegReason, metres: number): void {
  const sum = (sums[reason] ??= { legs: 0, distanceM: 0 });
  sum.legs += 1;
  sum.distanceM += metres;
}

/** Stores a single leg while there is room. */
export function addNote(notes: LegNote[], note: LegNote): void {
  if (notes.length < MAX_NOTES) notes.push({ ...note, distanceM: round(note.distanceM) });
}

/** Adds all legs of one sum to another. */
export function addLegs(sums: LegSums, more: LegSums): void {
  for (const reason of LEG_REASONS) {
    const added = more[reason];
    if (!added) continue;
    const sum = (sums[reason] ??= { legs: 0, distanceM: 0 });
    sum.legs += added.legs;
    sum.distanceM += added.distanceM;
  }
}

/** Sums rounded to a decimetre. */
export function roundedLegs(sums: LegSums): LegSums {
  const rounded: LegSums = {};
  for (const reason of LEG_REASONS) {
    const sum = sums[reason];
    if (sum) rounded[reason] = { legs: sum.legs, distanceM: round(sum.distanceM) };
  }
  return rounded;
}

/** Facts contain metres and km/h to a tenth: the data is not more precise, and less makes sums drift. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
