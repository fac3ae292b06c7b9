export interface Piece {
  text: string;
  /** True if the piece is a web address. */
  link: boolean;
}

/** Splits a mail's text into plain text and web addresses; an address ends before a full stop or bracket. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, link: /^https?:\/\//.test(part) }));
}
