/** The skin colours of the specification (section 2), in its order. Their values are in skins.css. */
export const SKINS = ['black', 'white', 'purple', 'blue', 'cyan', 'green', 'orange'] as const;
export type Skin = (typeof SKINS)[number];
export type Tone = 'light' | 'dark';

/** The appearance of the application in this browser. */
export interface Appearance {
  theme: Tone;
  /** True if theme and sidebar follow the system and its changes. */
  auto: boolean;
  /** The colour of the left menu. */
  sidebar: Tone;
  skin: Skin;
}

export const DEFAULT_APPEARANCE: Appearance = { theme: 'light', auto: false, sidebar: 'light', skin: 'white' };

/** A light sidebar has the white logo, a dark one the black logo (specification, section 4). */
export const logoFor = (sidebar: Tone): 'white' | 'black' => (sidebar === 'light' ? 'white' : 'black');

/** The local-storage entries of an appearance, under the keys of the specification (section 3). */
export function toStorage({ theme, auto, sidebar, skin }: Appearance): Record<string, string> {
  return {
    theme: auto ? 'auto' : theme,
    menu_option: `menu_${sidebar}`,
    choose_logoheader: `logo-${logoFor(sidebar)}`,
    choose_skin: `theme-${skin}`,
    choose_skin_active: skin,
  };
}

/**
 * Reads a stored appearance; `system` is the tone that the system prefers. Missing or invalid values get their
 * defaults; a sidebar follows its theme by default.
 */
export function fromStorage(read: (key: string) => string | null, system: Tone): Appearance {
  // The default is light whatever the system prefers (specification, section 4); following the system is an explicit
  // choice.
  const auto = read('theme') === 'auto';
  const theme = auto ? system : (tone(read('theme')) ?? DEFAULT_APPEARANCE.theme);
  const sidebar = auto ? theme : (tone(read('menu_option')?.replace('menu_', '') ?? null) ?? theme);
  const name = read('choose_skin_active') ?? read('choose_skin')?.replace('theme-', '');
  return { theme, auto, sidebar, skin: SKINS.find((skin) => skin === name) ?? DEFAULT_APPEARANCE.skin };
}

/**
 * The appearance after a choice. A theme sets the sidebar to the same tone, which can then be chosen separately. After
 * either choice the appearance no longer follows the system.
 */
export function choose(present: Appearance, choice: Partial<Appearance>): Appearance {
  const sidebar = choice.sidebar ?? choice.theme ?? present.sidebar;
  const isExplicit = choice.theme !== undefined || choice.sidebar !== undefined;
  return { ...present, ...(isExplicit && { auto: false }), ...choice, sidebar };
}

const tone = (text: string | null): Tone | null => (text === 'light' || text === 'dark' ? text : null);
