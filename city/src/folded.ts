/** A name in the form in which people type it: without accents and capitals. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.\s]+/g, ' ')
    .trim();
