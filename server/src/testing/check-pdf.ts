import { fileURLToPath } from 'node:url';
import qpdf, { type QpdfInstance } from '@neslinesli93/qpdf-wasm';

/** Its types omit the method that writes a file into its memory. */
type Writable = QpdfInstance['FS'] & { writeFile(path: string, bytes: Uint8Array): void };

const PROGRAM = fileURLToPath(new URL('qpdf.wasm', import.meta.resolve('@neslinesli93/qpdf-wasm')));
/** The exit code of `qpdf --check` without errors and warnings. */
const SOUND = 0;

/** True when qpdf, which reads every object and stream of a PDF and its cross-reference table, finds nothing wrong. */
export async function isSoundPdf(bytes: Uint8Array): Promise<boolean> {
  const checker = await qpdf({ locateFile: () => PROGRAM });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the program has it
  (checker.FS as Writable).writeFile('/report.pdf', bytes);
  return checker.callMain(['--check', '/report.pdf']) === SOUND;
}
