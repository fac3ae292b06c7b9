import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';
import { Outbox } from './outbox.ts';
import { Pace } from './pace.ts';
import type { Report } from './report.ts';
import { ResponseReader } from './response-reader.ts';
import { reportAt } from './testing/report.ts';

const times = (reports: readonly Report[]): number[] => reports.map((report) => report.timeMs);
const past = (...ms: number[]): Iterator<Report> => ms.map(reportAt).values();

describe('Outbox', () => {
  it('sends current reports first, then the backlog in order', () => {
    const outbox = new Outbox(past(1000, 2000, 3000), 10);
    outbox.add(reportAt(900_000));
    expect(times(outbox.take(2, 900_000))).toEqual([900_000]);
    expect(times(outbox.take(2, 900_000))).toEqual([1000, 2000]);
    expect(times(outbox.take(2, 900_000))).toEqual([3000]);
    expect(outbox.take(2, 900_000)).toEqual([]);
  });

  it('marks reports from memory once and for all', () => {
    const outbox = new Outbox(past(1000), 10);
    outbox.add(reportAt(100_000));
    const [fresh] = outbox.take(1, 110_000);
    expect(fresh?.archived).toBe(false);
    if (fresh) outbox.putBack([fresh]);
    // Resent much later it must be the same report, or the server would store it twice.
    expect(outbox.take(1, 999_000)).toEqual([{ ...reportAt(100_000), archived: false }]);
    outbox.add(reportAt(200_000));
    expect(outbox.take(1, 300_000)[0]?.archived).toBe(true);
    expect(outbox.take(1, 300_000)[0]?.archived).toBe(true);
  });

  it('resends unacknowledged reports before anything else', () => {
    const outbox = new Outbox(past(1000, 2000, 3000), 10);
    const lost = outbox.take(2, 0);
    outbox.putBack(lost);
    outbox.add(reportAt(9000));
    expect(times(outbox.take(5, 9000))).toEqual([1000, 2000]);
    expect(times(outbox.take(5, 9000))).toEqual([9000]);
  });

  it('knows up to which time all is acknowledged, backlog included', () => {
    const outbox = new Outbox(past(1000, 2000), 10);
    expect(outbox.ackedUpToMs).toBeNull();
    outbox.add(reportAt(9000));
    outbox.acked(outbox.take(1, 9000));
    expect(outbox.ackedUpToMs).toBeNull();
    outbox.acked(outbox.take(1, 9000));
    expect(outbox.ackedUpToMs).toBe(1000);
    outbox.acked(outbox.take(1, 9000));
    outbox.take(1, 9000);
    expect(outbox.pastIsOver).toBe(true);
    expect(outbox.ackedUpToMs).toBe(9000);
  });

  it('drops the oldest reports when its memory is full', () => {
    const outbox = new Outbox(past(), 2);
    for (const ms of [1000, 2000, 3000]) outbox.add(reportAt(ms));
    expect(outbox.dropped).toBe(1);
    expect(times(outbox.take(9, 3000))).toEqual([2000, 3000]);
  });
});

describe('Pace', () => {
  it('allows a given number per second, and no more than a fifth of it at once', () => {
    const pace = new Pace(1000);
    expect(pace.allow(500, 0)).toBe(200);
    expect(pace.allow(500, 0)).toBe(0);
    expect(pace.allow(500, 50)).toBe(50);
    expect(pace.allow(500, 60_000)).toBe(200);
  });
});

describe('backoffMs', () => {
  it('doubles up to half a minute, half of it random', () => {
    expect(backoffMs(1, 0)).toBe(500);
    expect(backoffMs(1, 1)).toBe(1000);
    expect(backoffMs(4, 1)).toBe(8000);
    expect(backoffMs(50, 1)).toBe(30_000);
  });
});

describe('ResponseReader', () => {
  const text =
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n' +
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nHTTP/1.1 503 Busy\r\n\r\n';
  const bytes = new TextEncoder().encode(text);

  it('finds the statuses in one piece and byte by byte', () => {
    expect(new ResponseReader().push(bytes)).toEqual([200, 404, 200, 503]);
    const reader = new ResponseReader();
    expect([...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual([200, 404, 200, 503]);
  });

  it('treats garbage as a refusal and does not keep it', () => {
    const reader = new ResponseReader();
    expect(reader.push(new TextEncoder().encode('nonsense\r\n\r\n'))).toEqual([0]);
    expect(reader.push(new Uint8Array(70_000).fill(65))).toEqual([0]);
  });
});
