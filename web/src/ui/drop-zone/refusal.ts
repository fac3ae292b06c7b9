/** The reason why a file was rejected, if the person can do something about it. */
export type Refusal = 'too-large' | 'wrong-type' | 'too-many' | 'other';

const REFUSALS: Record<string, Refusal> = {
  'file-too-large': 'too-large',
  'file-invalid-type': 'wrong-type',
  'too-many-files': 'too-many',
};

/** @param codes the error codes of the drop zone for one file */
export function refusalOf(codes: readonly string[]): Refusal {
  for (const code of codes) if (REFUSALS[code]) return REFUSALS[code];
  return 'other';
}

/** A readable size: 999 B, 1.5 kB, 20 MB; units of 1000. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [divisor, unit] = bytes < 1_000_000 ? [1000, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  const value = bytes / divisor;
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`;
}
