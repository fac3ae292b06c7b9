import { DeviceReader, encodeAvl, encodeLogin, encodeReply } from '@milepost/protocols/teltonika/device';
import type { Dialect } from './dialect.ts';
import { type ReportPlan, reportOf } from './place.ts';

/**
 * Teltonika codec 8: packets of records, the next one after the acknowledgement, which contains the number of records.
 */
export function teltonikaDialect(plan: ReportPlan, recordsPerPacket = 10): Dialect {
  return {
    protocol: 'teltonika',
    reportsPerFrame: recordsPerPacket,
    window: recordsPerPacket,
    login: encodeLogin,
    frame: (imei, first) =>
      encodeAvl(
        Array.from({ length: recordsPerPacket }, (_, index) => ({
          ...reportOf(plan, imei, first + index),
          altitudeM: 43,
          satellites: 11,
          ignition: true,
          motion: true,
          gsmSignal: 4,
          powerV: 13.8,
        })),
      ),
    newReader: () => {
      const reader = new DeviceReader();
      return {
        push: (chunk, answers) => {
          for (const reply of reader.push(chunk)) {
            if (reply.kind === 'login' && reply.accepted) answers.accepted();
            else if (reply.kind === 'ack') answers.acknowledged(reply.records);
            else if (reply.kind === 'command') answers.commanded(reply.text, encodeReply);
          }
        },
      };
    },
  };
}
