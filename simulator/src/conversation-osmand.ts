import { osmandQuery } from '@milepost/protocols/osmand/device';
import type { Conversation, Reply } from './conversation.ts';
import { ResponseReader } from './response-reader.ts';
import type { Report } from './report.ts';

/** A phone: one GET per position, several on one connection, answered in order. */
export class OsmandConversation implements Conversation {
  readonly maxBatch = 1;
  readonly maxInFlight = 12;
  readonly #id: string;
  readonly #host: string;
  readonly #reader = new ResponseReader();
  #sent = 0;
  #answered = 0;

  constructor(id: string, host: string) {
    this.#id = id;
    this.#host = host;
  }

  hello(): null {
    return null;
  }

  encode(reports: readonly Report[]): { bytes: Uint8Array; ticket: number } {
    const [report] = reports;
    if (!report) throw new RangeError('nothing to encode');
    const {
      timeMs,
      lat,
      lon,
      speedKph,
      courseDeg,
      altitudeM,
      accuracyM,
      batteryPercent,
      ignition,
      motion,
      powerV,
      sos,
      harsh,
    } = report;
    const measured = { lat, lon, speedKph, courseDeg, altitudeM, accuracyM, batteryPercent, motion };
    const alarm = sos ? 'sos' : harsh;
    const reported = {
      ...measured,
      charging: ignition,
      ...(powerV !== null && { powerV }),
      ...(alarm !== null && { alarm }),
    };
    const query = osmandQuery({ id: this.#id, time: new Date(timeMs), ...reported });
    this.#sent += 1;
    const text = `GET ${query} HTTP/1.1\r\nHost: ${this.#host}\r\nUser-Agent: milepost-simulator\r\n\r\n`;
    return { bytes: new TextEncoder().encode(text), ticket: this.#sent };
  }

  heartbeat(): null {
    return null;
  }

  read(chunk: Uint8Array): Reply[] {
    return this.#reader.push(chunk).map((status): Reply => {
      this.#answered += 1;
      return status >= 200 && status < 300 ? { kind: 'ack', ticket: this.#answered } : { kind: 'refused' };
    });
  }
}
