import { asciiBytes } from '../tools/text.ts';

const PLACE = 'longitude=-56.19130,latitude=-34.90550';
const STATE =
  'altitude=12,gps_valid=1,gps_connected=1,satellites=9,velocity=40,heading=87,emergency=0,driver=0,ignition=1,door=0,arm=0,disarm=0,siren=0,lock=0,immobilizer=1,unlock=0,fuel=0,rpm=1830,modemsignal=0,main_voltage=14.11,backup_voltage=100.00,analog1=3.38,analog2=0.00,analog3=0.00';

export const line = (moment: string, state = STATE, unit = '500013') =>
  asciiBytes(
    `|unit=${unit},unittype=5,address=192.0.2.13,kind=1,pending=0,mileage=127268.864,odometer=339863,logic_state=1,reason=20,eventid=1,response=0,${PLACE},${state},datetime_utc=2026/03/22 10:15:33,datetime_actual=${moment},network=TCPIP 6600|\r\n`,
  );

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  moving: line('2026/03/22 10:15:30'),
  help: line('2026/03/22 10:15:30', STATE.replace('emergency=0', 'emergency=1')),
  timeless: line('1899/12/30 00:00:00'),
  started: asciiBytes(
    `|unit=500013,unittype=5,address=192.0.2.13,kind=14,software_version=14.02.18,${PLACE},datetime_actual=2026/03/22 10:15:30,network=TCPIP.1|\r\n`,
  ),
};

export const SAMPLES = Object.values(FRAMES);
