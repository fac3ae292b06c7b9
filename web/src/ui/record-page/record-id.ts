/** The number of a record in an address; 0 where it is none. */
export const recordId = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
