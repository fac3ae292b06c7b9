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

/**
 * Whether a fault is of the machine or the database and not of the program: a full disk, a missing permission, a connection
 * that broke. Its message suffices for the operator. SQLSTATE classes 08 (connection), 53 (insufficient resources),
 * 57 (operator intervention) and 58 (system error).
 */
export function isOfEnvironment(fault: unknown): boolean {
  return fault instanceof Error && ('syscall' in fault || /^(?:08|53|57|58)[0-9A-Z]{3}$/.test(codeOf(fault) ?? ''));
}

/** Whether the disk of the database is full (SQLSTATE 53100). What was not written can be written once there is space. */
export const isDiskFull = (fault: unknown): boolean => codeOf(fault) === '53100';

/**
 * Whether repeating the same work fails again: a fault of the program, or data that PostgreSQL refuses. SQLSTATE classes 22
 * (data), 23 (constraint) and 42 (a wrong statement).
 */
export function isLasting(fault: unknown): boolean {
  return (
    fault instanceof TypeError ||
    fault instanceof RangeError ||
    fault instanceof ReferenceError ||
    fault instanceof SyntaxError ||
    /^(?:22|23|42)[0-9A-Z]{3}$/.test(codeOf(fault) ?? '')
  );
}
