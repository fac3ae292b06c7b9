/** The value that a custom property of the style sheet has now, such as a colour that a map paints with. */
export const cssValue = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
