/** Commands as in short messages, with the empty password of the factory before the blank. */

/** The output to which the engine's relay is connected. */
export const RELAY = 1;

/** Both outputs are told: 1 high, 0 low, 2 as it is (SMS commands of FM-Pro and FM-Eco, "setio"). */
export function switchOutput(number: number, on: boolean): string {
  const level = on ? 1 : 0;
  return number === 1 ? ` setio ${level},2` : ` setio 2,${level}`;
}

export const LOCATE = ' coords';
