/** The skin colours of the specification (section 2), in its order. Their values stand in skins.css. */
export const SKINS = ['black', 'white', 'purple', 'blue', 'cyan', 'green', 'orange'] as const;
export type Skin = (typeof SKINS)[number];
export type Tone = 'light' | 'dark';

/** How the application looks in this browser. */
export interface Appearance {
  theme: Tone;
  /** The theme is that of the system, and changes with it; the sidebar goes with it. */
  auto: boolean;
  /** Colour of the left menu. */
  sidebar: Tone;
  skin: Skin;
}

export const DEFAULT_APPEARANCE: Appearance = { theme: 'light', auto: false, sidebar: 'light', skin: 'white' };

/** A light sidebar goes with the white logo, a dark one with the black logo (specification, section 4). */
export const logoFor = (sidebar: Tone): 'white' | 'black' => (sidebar === 'light' ? 'white' : 'black');

/** The local-storage entries that keep an appearance, under the keys of the specification (section 3). */
export function toStorage({ theme, auto, sidebar, skin }: Appearance): Record<string, string> {
  return {
    theme: auto ? 'auto' : theme,
    menu_option: `menu_${sidebar}`,
    choose_logoheader: `logo-${logoFor(sidebar)}`,
    choose_skin: `theme-${skin}`,
    choose_skin_active: skin,
  };
}

/** Reads an appearance, where the system prefers the tone `system`; what is missing or not understood takes its default, where a sidebar goes with its theme. */
export function fromStorage(read: (key: string) => string | null, system: Tone): Appearance {
  // The default is light whatever the system prefers (specification, section 4): to follow it is a choice.
  const auto = read('theme') === 'auto';
  const theme = auto ? system : (tone(read('theme')) ?? DEFAULT_APPEARANCE.theme);
  const sidebar = auto ? theme : (tone(read('menu_option')?.replace('menu_', '') ?? null) ?? theme);
  const name = read('choose_skin_active') ?? read('choose_skin')?.replace('theme-', '');
  return { theme, auto, sidebar, skin: SKINS.find((skin) => skin === name) ?? DEFAULT_APPEARANCE.skin };
}

/**
 * The appearance after a choice. A theme brings the sidebar of its kind along; the sidebar can then be chosen apart. Either
 * by itself is no theme of the system's any more.
 */
export function choose(present: Appearance, choice: Partial<Appearance>): Appearance {
  const sidebar = choice.sidebar ?? choice.theme ?? present.sidebar;
  const isExplicit = choice.theme !== undefined || choice.sidebar !== undefined;
  return { ...present, ...(isExplicit && { auto: false }), ...choice, sidebar };
}

const tone = (text: string | null): Tone | null => (text === 'light' || text === 'dark' ? text : null);
