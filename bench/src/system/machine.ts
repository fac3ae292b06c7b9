import { cpus, totalmem } from 'node:os';

/** The machine on which a figure was measured. */
export function machine(postgres: string) {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres,
  };
}
