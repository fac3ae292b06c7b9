import { createSignal } from '../../live/signal.ts';

const opening = createSignal();

/** Opens the command palette, whose code is loaded with its first use. */
export const openPalette = (): void => opening.emit();
export const onOpenPalette = opening.on;
