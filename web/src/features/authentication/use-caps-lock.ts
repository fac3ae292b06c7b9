import { useState, type KeyboardEvent } from 'react';

/** Whether Caps Lock is on, as the keys pressed in a field tell. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  return { on, watch: (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock')) };
}
