/** The longest time that keys wait for the palette, whose code can fail to load. */
const MAX_MS = 10_000;

/** Marks the palette's field. */
const PALETTE_FIELD = '[data-palette-field]';

/** Buffers the keys that are pressed between the shortcut and the appearance of the palette's field. */
export interface TypeAhead {
  start(): void;
  /** Ends the buffering. @returns what was typed meanwhile */
  take(): string;
}

/** True if a key goes to the palette's own field. */
const isField = (target: EventTarget | null): boolean =>
  target !== null && 'matches' in target && typeof target.matches === 'function' && target.matches(PALETTE_FIELD);

export function createTypeAhead(): TypeAhead {
  let typed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function onKey(event: KeyboardEvent) {
    const { key } = event;
    // The palette was opened again before it had closed: its field kept the focus.
    if (isField(event.target)) return stop();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === 'Escape') return stop();
    if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (/^.$/u.test(key)) typed += key;
    else if (key !== 'Enter') return;
    // The page below must not receive the keys.
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
      timer = setTimeout(stop, MAX_MS);
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
