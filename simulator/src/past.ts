import type { Recorder } from './recorder.ts';
import type { Report } from './report.ts';

/** What a device recorded from one moment up to (not including) another, in order; made as it is asked for. */
export function* pastReports(recorder: Recorder, fromMs: number, toMs: number): Generator<Report> {
  for (let ms = Math.ceil(fromMs / 1000) * 1000; ms < toMs; ms = recorder.nextReport(ms, false)) {
    const report = recorder.reportAt(ms);
    if (report) yield report;
  }
}
