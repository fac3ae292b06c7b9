/** Longest that keys wait for the palette: its code may fail to load. */
const MOST_MS = 10_000;

/** Marks the palette's field. */
const PALETTE_FIELD = '[data-palette-field]';

/** Keys that are pressed between the shortcut and the palette's field are kept for it. */
export interface TypeAhead {
  start(): void;
  /** Ends the waiting. @returns what was typed meanwhile */
  take(): string;
}

/** Whether a key goes to the palette's own field. */
const isField = (target: EventTarget | null): boolean =>
  target !== null && 'matches' in target && typeof target.matches === 'function' && target.matches(PALETTE_FIELD);

export function createTypeAhead(): TypeAhead {
  let typed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function onKey(event: KeyboardEvent) {
    const { key } = event;
    // Opened again before it was gone: its field had the focus all the time.
    if (isField(event.target)) return stop();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === 'Escape') return stop();
    if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (/^.$/u.test(key)) typed += key;
    else if (key !== 'Enter') return;
    // Nothing of it is for the page below.
    event.preventDefault();
    event.stopPropagation();
  }
  function stop() {
    clearTimeout(timer);
    removeEventListener('keydown', onKey, true);
  }
  return {
    start() {
      stop();
      typed = '';
      addEventListener('keydown', onKey, true);
      timer = setTimeout(stop, MOST_MS);
    },
    take() {
      stop();
      const taken = typed;
      typed = '';
      return taken;
    },
  };
}

export const typeAhead = createTypeAhead();
