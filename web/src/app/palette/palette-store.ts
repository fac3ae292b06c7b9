import { createSignal } from '../../live/signal.ts';

const opening = createSignal();

/** Opens the command palette, which is loaded on first use. */
export const openPalette = (): void => opening.emit();
export const onOpenPalette = opening.on;
