import { TYPING, useKeys } from '../../ui/use-keys.ts';

/** A button is pressed by the space bar. */
const CONTROLS = `${TYPING}, button, a, [role="listbox"]`;

/** Whether keys mean themselves there; the player's own controls leave them to the player. */
const isControl = (target: Element) => target.closest(CONTROLS) !== null && !target.matches('[data-player] *');

/** Single keys of a player by name, in place of what the browser does with them. */
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
