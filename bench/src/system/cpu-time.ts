import { readFileSync, readdirSync } from 'node:fs';

/** The ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const TICKS = 100;

/** The CPU seconds of a process so far; null if the system does not report them. */
export function cpuSeconds(pid: number): number | null {
  const stat = statOf(pid);
  return stat && (stat.user + stat.system) / TICKS;
}

/** The CPU seconds of a process, its living children and those it has waited for: PostgreSQL with all its backends. */
export function cpuSecondsOfFamily(pid: number): number | null {
  const parent = statOf(pid);
  if (!parent) return null;
  let ticks = parent.user + parent.system + parent.waitedFor;
  for (const entry of readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? statOf(Number(entry)) : null;
    if (stat?.parent === pid) ticks += stat.user + stat.system + stat.waitedFor;
  }
  return ticks / TICKS;
}

/** proc_pid_stat(5); the name in parentheses can contain anything, so fields are counted from after it. */
function statOf(pid: number): { parent: number; user: number; system: number; waitedFor: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), user: field(14), system: field(15), waitedFor: field(16) + field(17) };
}
