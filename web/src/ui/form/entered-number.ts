/** The value of a NumberInput, with null for an empty one; `NaN` if the text is not a number. */
export const enteredNumber = (entered: number | ''): number | null => (entered === '' ? null : entered);
