/** The message of a caught value, whatever was thrown. */
export function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.message || (codeOf(fault) ?? fault.name);
}

/** The code of a system or database error, such as EADDRINUSE or an SQLSTATE. */
export function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;
}
