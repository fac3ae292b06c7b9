// This file does not import zod, because the browser warns before a file is created.

/** A longer PDF is unreadable and would take gigabytes of memory. */
export const MAX_PDF_ROWS = 5000;
const MAX_PDF_CELLS = 60_000;

/** The number of rows that a PDF with this many columns can have. */
export const maxPdfRows = (columns: number): number =>
  Math.min(MAX_PDF_ROWS, Math.floor(MAX_PDF_CELLS / Math.max(1, columns)));
