/** The message of a caught value, whatever was thrown. */
export function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.message || (codeOf(fault) ?? fault.name);
}

/** A reason with a full stop, so that other sentences can follow it. */
export const sentenceOf = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** The code of a system or database error, such as EADDRINUSE or an SQLSTATE. */
export function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;
}
