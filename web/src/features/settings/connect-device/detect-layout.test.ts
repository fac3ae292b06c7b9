import { expect, test } from 'vitest';
import { detectLayout } from './detect-layout.ts';
import { emptyDraft } from './layout-draft.ts';

const detect = (frame: string) => {
  const fields = frame.split(',');
  const { fields: meant, ...rest } = detectLayout(fields, emptyDraft(','));
  return { ...rest, meant: Object.fromEntries(Object.entries(meant).map(([meaning, at]) => [meaning, fields[at]])) };
};

test('a frame in the order of the standard is detected completely', () => {
  const frame =
    'NRM,ACME,2.1.4,NR,01,L,861234567890123,MH15AB1234,1,01032026,093015,19.997400,N,073.789800,E,45.5,270,12,592,1.8,0.9,AIRTEL,1,1,12.4,4.1,0,C,23,404,45,1A2B,3C4D';
  expect(detect(frame)).toMatchObject({
    header: 'NRM',
    vendor: 'ACME',
    dateForm: 'ddmmyyyy',
    degreeForm: 'degrees',
    meant: {
      header: 'NRM',
      vendor: 'ACME',
      firmware: '2.1.4',
      packet: 'NR',
      alert: '01',
      status: 'L',
      imei: '861234567890123',
      registration: 'MH15AB1234',
      valid: '1',
      date: '01032026',
      time: '093015',
      lat: '19.997400',
      latSide: 'N',
      lon: '073.789800',
      lonSide: 'E',
      speed: '45.5',
      course: '270',
      satellites: '12',
      altitude: '592',
      pdop: '1.8',
      hdop: '0.9',
      operator: 'AIRTEL',
      ignition: '1',
      mains: '1',
      mainsV: '12.4',
      batteryV: '4.1',
      emergency: '0',
      tamper: 'C',
      signal: '23',
      mcc: '404',
      mnc: '45',
      lac: '1A2B',
      cell: '3C4D',
    },
  });
});

test('minutes, a date of six digits, and no sides', () => {
  expect(detect('POS,861234567890123,010326,093015,A,1959.8440,N,07347.3880,E,12').meant).toEqual({
    header: 'POS',
    imei: '861234567890123',
    date: '010326',
    time: '093015',
    valid: 'A',
    lat: '1959.8440',
    latSide: 'N',
    lon: '07347.3880',
    lonSide: 'E',
    speed: '12',
  });
  expect(detect('POS,861234567890123,1772357415,-33.4569,-70.6483,60,180')).toMatchObject({
    dateForm: 'seconds',
    meant: { date: '1772357415', lat: '-33.4569', lon: '-70.6483', speed: '60', course: '180' },
  });
});

test('unrecognised fields are left to the person', () => {
  expect(detect('HELLO,there,,%,x').meant).toEqual({ header: 'HELLO' });
});
