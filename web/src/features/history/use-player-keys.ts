import { TYPING, useKeys } from '../../ui/use-keys.ts';

/** The space bar presses a focused button. */
const CONTROLS = `${TYPING}, button, a, [role="listbox"]`;

/** True if an element handles keys itself; the player's own controls leave them to the player. */
const isControl = (target: Element) => target.closest(CONTROLS) !== null && !target.matches('[data-player] *');

/** Single-key shortcuts of a player by name, which replace the browser's actions. */
export function usePlayerKeys(keys: Record<string, () => void>): void {
  const instead = Object.entries(keys).map(([name, press]) => [
    name,
    (event: KeyboardEvent) => {
      event.preventDefault();
      press();
    },
  ]);
  useKeys(Object.fromEntries(instead), isControl);
}
