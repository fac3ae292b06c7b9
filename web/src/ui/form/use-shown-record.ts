import { useState } from 'react';

interface Shown<Saved> {
  opened: number | 'new' | null;
  record: Saved | undefined;
}

/**
 * The record that a drawer displays: the open one, and during the closing animation the previous one, so that the
 * drawer does not go empty visibly.
 */
export function useShownRecord<Saved>(opened: number | 'new' | null, record: Saved | undefined): Shown<Saved> {
  const [shown, setShown] = useState<Shown<Saved>>({ opened, record });
  if (opened !== null && (shown.opened !== opened || shown.record !== record)) setShown({ opened, record });
  return shown;
}
