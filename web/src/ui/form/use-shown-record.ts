import { useState } from 'react';

interface Shown<Saved> {
  opened: number | 'new' | null;
  record: Saved | undefined;
}

/**
 * What a drawer shows: the record that is open, and while it slides shut the one that was, so that it does not turn
 * empty before the person's eyes.
 */
export function useShownRecord<Saved>(opened: number | 'new' | null, record: Saved | undefined): Shown<Saved> {
  const [shown, setShown] = useState<Shown<Saved>>({ opened, record });
  if (opened !== null && (shown.opened !== opened || shown.record !== record)) setShown({ opened, record });
  return shown;
}
