import { readFileSync } from 'node:fs';

/** The peak memory of a process in MB (VmHWM of proc_pid_status(5)); null if the system does not report it. */
export function peakMemoryMb(pid: number): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}
