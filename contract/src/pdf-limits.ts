// Without zod: the browser warns before anything is made.

/** More is not for reading, and would take gigabytes of memory. */
export const MOST_PDF_ROWS = 5000;
const MOST_PDF_CELLS = 60_000;

/** How many rows of so many columns a PDF holds. */
export const mostPdfRows = (columns: number): number =>
  Math.min(MOST_PDF_ROWS, Math.floor(MOST_PDF_CELLS / Math.max(1, columns)));
