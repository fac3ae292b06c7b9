/** The number of a record in an address; 0 if it is invalid. */
export const recordId = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
