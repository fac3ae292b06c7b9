import { readFileSync } from 'node:fs';

/** The most memory a process ever had, in MB (VmHWM of proc_pid_status(5)); null where the system does not say. */
export function peakMemoryMb(pid: number): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}
