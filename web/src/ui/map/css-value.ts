/** The current value of a custom property of the style sheet, such as a colour for the map. */
export const cssValue = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
