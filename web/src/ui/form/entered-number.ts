/** What a NumberInput holds, with null for an empty one; `NaN` where the text is no number. */
export const enteredNumber = (entered: number | ''): number | null => (entered === '' ? null : entered);
