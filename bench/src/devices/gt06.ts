import { DeviceReader, encodeLogin, encodePosition, encodeReply } from '@milepost/protocols/gt06/device';
import type { Dialect } from './dialect.ts';
import { type ReportPlan, reportOf } from './place.ts';

const LOGIN = 0x01;
const POSITION = 0x22;

/** GT06: one report per frame, several unacknowledged frames, each acknowledged by its serial number. */
export function gt06Dialect(plan: ReportPlan, framesUnderWay = 8): Dialect {
  return {
    protocol: 'gt06',
    reportsPerFrame: 1,
    window: framesUnderWay,
    login: (imei) => encodeLogin(imei, 0),
    frame: (imei, first) =>
      encodePosition({ ...reportOf(plan, imei, first), satellites: 11, valid: true, ignition: true }, first),
    newReader: () => {
      const reader = new DeviceReader();
      return {
        push: (chunk, answers) => {
          for (const { type, serial, command } of reader.push(chunk)) {
            if (command) answers.commanded(command.text, (text) => encodeReply(text, command.flag, 0));
            else if (type === LOGIN) answers.accepted();
            else if (type === POSITION) answers.acknowledged(serial);
          }
        },
      };
    },
  };
}
