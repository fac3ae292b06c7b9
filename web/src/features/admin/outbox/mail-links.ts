export interface Piece {
  text: string;
  /** Whether it is an address that can be followed. */
  link: boolean;
}

/** Splits a mail's text into its words and the web addresses in it, which end before a full stop or bracket. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, link: /^https?:\/\//.test(part) }));
}
