import { encodeLogin, encodePosition } from './gt06/device.ts';
import { SAMPLES as gl200 } from './gl200/samples.fixture.ts';
import { SAMPLES as gps103 } from './gps103/samples.fixture.ts';
import { SAMPLES as h02 } from './h02/samples.fixture.ts';
import { SAMPLES as wialon } from './wialon/samples.fixture.ts';
import { SAMPLES as its } from './its/samples.fixture.ts';
import { SAMPLES as jt808 } from './jt808/samples.fixture.ts';
import { SAMPLES as meitrack } from './meitrack/samples.fixture.ts';
import { SAMPLES as watch } from './watch/samples.fixture.ts';
import { SAMPLES as suntech } from './suntech/samples.fixture.ts';
import { SAMPLES as tk103 } from './tk103/samples.fixture.ts';
import { SAMPLES as castel } from './castel/samples.fixture.ts';
import { SAMPLES as eelink } from './eelink/samples.fixture.ts';
import { SAMPLES as totem } from './totem/samples.fixture.ts';
import { SAMPLES as meiligao } from './meiligao/samples.fixture.ts';
import { SAMPLES as ruptela } from './ruptela/samples.fixture.ts';
import { SAMPLES as megastek } from './megastek/samples.fixture.ts';
import { SAMPLES as atrack } from './atrack/samples.fixture.ts';
import { SAMPLES as xexun } from './xexun/samples.fixture.ts';
import { SAMPLES as galileo } from './galileo/samples.fixture.ts';
import { SAMPLES as fifotrack } from './fifotrack/samples.fixture.ts';
import { SAMPLES as calamp } from './calamp/samples.fixture.ts';
import { SAMPLES as t800x } from './t800x/samples.fixture.ts';
import { SAMPLES as startek } from './startek/samples.fixture.ts';
import { SAMPLES as minifinder2 } from './minifinder2/samples.fixture.ts';
import { SAMPLES as gosafe } from './gosafe/samples.fixture.ts';
import { SAMPLES as egts } from './egts/samples.fixture.ts';
import { SAMPLES as arnavi } from './arnavi/samples.fixture.ts';
import { SAMPLES as easytrack } from './easytrack/samples.fixture.ts';
import { SAMPLES as pt502 } from './pt502/samples.fixture.ts';
import { SAMPLES as trv } from './trv/samples.fixture.ts';
import { SAMPLES as laipac } from './laipac/samples.fixture.ts';
import { SAMPLES as jt600 } from './jt600/samples.fixture.ts';
import { SAMPLES as huasheng } from './huasheng/samples.fixture.ts';
import { SAMPLES as tzone } from './tzone/samples.fixture.ts';
import { SAMPLES as mqtt } from './mqtt/samples.fixture.ts';
import { SAMPLES as navis } from './navis/samples.fixture.ts';
import { SAMPLES as t55 } from './t55/samples.fixture.ts';
import { SAMPLES as taip } from './taip/samples.fixture.ts';
import { SAMPLES as telic } from './telic/samples.fixture.ts';
import { SAMPLES as tlt2h } from './tlt2h/samples.fixture.ts';
import { SAMPLES as starlink } from './starlink/samples.fixture.ts';
import { SAMPLES as box } from './box/samples.fixture.ts';
import { SAMPLES as v680 } from './v680/samples.fixture.ts';
import { SAMPLES as minifinder } from './minifinder/samples.fixture.ts';
import { SAMPLES as vt200 } from './vt200/samples.fixture.ts';
import { SAMPLES as ulbotech } from './ulbotech/samples.fixture.ts';
import { SAMPLES as gotop } from './gotop/samples.fixture.ts';
import { SAMPLES as wondex } from './wondex/samples.fixture.ts';
import { SAMPLES as topin } from './topin/samples.fixture.ts';
import { SAMPLES as aplicom } from './aplicom/samples.fixture.ts';
import { SAMPLES as intellitrac } from './intellitrac/samples.fixture.ts';
import { SAMPLES as khd } from './khd/samples.fixture.ts';
import { SAMPLES as cguard } from './cguard/samples.fixture.ts';
import { SAMPLES as mobilogix } from './mobilogix/samples.fixture.ts';
import { SAMPLES as gpsgate } from './gpsgate/samples.fixture.ts';
import { SAMPLES as globalsat } from './globalsat/samples.fixture.ts';
import { SAMPLES as rst } from './rst/samples.fixture.ts';
import { SAMPLES as gt02 } from './gt02/samples.fixture.ts';
import { SAMPLES as cityeasy } from './cityeasy/samples.fixture.ts';
import { SAMPLES as pt60 } from './pt60/samples.fixture.ts';
import { SAMPLES as xrb28 } from './xrb28/samples.fixture.ts';
import { SAMPLES as alematics } from './alematics/samples.fixture.ts';
import { SAMPLES as ardi01 } from './ardi01/samples.fixture.ts';
import { SAMPLES as oko } from './oko/samples.fixture.ts';
import { SAMPLES as ivt401 } from './ivt401/samples.fixture.ts';
import { SAMPLES as upro } from './upro/samples.fixture.ts';
import { SAMPLES as gator } from './gator/samples.fixture.ts';
import { SAMPLES as adm } from './adm/samples.fixture.ts';
import { SAMPLES as autofon } from './autofon/samples.fixture.ts';
import { SAMPLES as mictrack } from './mictrack/samples.fixture.ts';
import { SAMPLES as dmt } from './dmt/samples.fixture.ts';
import { SAMPLES as freematics } from './freematics/samples.fixture.ts';
import { SAMPLES as flexapi } from './flexapi/samples.fixture.ts';
import { SAMPLES as bce } from './bce/samples.fixture.ts';
import { SAMPLES as tt8850 } from './tt8850/samples.fixture.ts';
import { SAMPLES as cartrack } from './cartrack/samples.fixture.ts';
import { SAMPLES as flextrack } from './flextrack/samples.fixture.ts';
import { SAMPLES as genx } from './genx/samples.fixture.ts';
import { SAMPLES as gl100 } from './gl100/samples.fixture.ts';
import { SAMPLES as gnx } from './gnx/samples.fixture.ts';
import { SAMPLES as plugin } from './plugin/samples.fixture.ts';
import { SAMPLES as s168 } from './s168/samples.fixture.ts';
import { SAMPLES as starcom } from './starcom/samples.fixture.ts';
import { SAMPLES as tmg } from './tmg/samples.fixture.ts';
import { SAMPLES as tr20 } from './tr20/samples.fixture.ts';
import { SAMPLES as pst } from './pst/samples.fixture.ts';
import { SAMPLES as tytan } from './tytan/samples.fixture.ts';
import { SAMPLES as satsol } from './satsol/samples.fixture.ts';
import { SAMPLES as robotrack } from './robotrack/samples.fixture.ts';
import { SAMPLES as granit } from './granit/samples.fixture.ts';
import { SAMPLES as pricol } from './pricol/samples.fixture.ts';
import { SAMPLES as oigo } from './oigo/samples.fixture.ts';
import { SAMPLES as gs100 } from './gs100/samples.fixture.ts';
import { SAMPLES as mxt } from './mxt/samples.fixture.ts';
import { SAMPLES as radshid } from './radshid/samples.fixture.ts';
import { SAMPLES as hyn600 } from './hyn600/samples.fixture.ts';
import { SAMPLES as blue } from './blue/samples.fixture.ts';
import { SAMPLES as thinkpower } from './thinkpower/samples.fixture.ts';
import { SAMPLES as snapper } from './snapper/samples.fixture.ts';
import { SAMPLES as nyitech } from './nyitech/samples.fixture.ts';
import { SAMPLES as aquila } from './aquila/samples.fixture.ts';
import { SAMPLES as avema } from './avema/samples.fixture.ts';
import { SAMPLES as c2stek } from './c2stek/samples.fixture.ts';
import { SAMPLES as ennfu } from './ennfu/samples.fixture.ts';
import { SAMPLES as extremtrac } from './extremtrac/samples.fixture.ts';
import { SAMPLES as siwi } from './siwi/samples.fixture.ts';
import { SAMPLES as smartsole } from './smartsole/samples.fixture.ts';
import { SAMPLES as xexun2 } from './xexun2/samples.fixture.ts';
import { SAMPLES as ywt } from './ywt/samples.fixture.ts';
import * as teltonika from './teltonika/device.ts';

const IMEI = '356000000000013';
const PLACE = { time: new Date('2026-03-22T10:15:30Z'), lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 };

/** Of each protocol over TCP or UDP frames as a device sends them, for tests that hold for all of them. */
export const SAMPLES: Readonly<Record<string, readonly Uint8Array[]>> = {
  gl200,
  gps103,
  gt06: [encodeLogin(IMEI, 1), encodePosition({ ...PLACE, satellites: 9, valid: true, ignition: true }, 2)],
  h02,
  teltonika: [teltonika.encodeLogin(IMEI), teltonika.encodeAvl([PLACE], 0x8e)],
  its,
  jt808,
  meitrack,
  suntech,
  tk103,
  watch,
  wialon,
  castel,
  eelink,
  totem,
  meiligao,
  ruptela,
  megastek,
  atrack,
  xexun,
  galileo,
  fifotrack,
  calamp,
  t800x,
  startek,
  minifinder2,
  gosafe,
  egts,
  arnavi,
  easytrack,
  pt502,
  trv,
  laipac,
  jt600,
  huasheng,
  tzone,
  navis,
  t55,
  taip,
  telic,
  tlt2h,
  starlink,
  box,
  v680,
  minifinder,
  vt200,
  ulbotech,
  gotop,
  wondex,
  topin,
  aplicom,
  intellitrac,
  khd,
  cguard,
  mobilogix,
  gpsgate,
  globalsat,
  rst,
  gt02,
  cityeasy,
  pt60,
  xrb28,
  alematics,
  ardi01,
  oko,
  ivt401,
  upro,
  gator,
  adm,
  autofon,
  mictrack,
  dmt,
  freematics,
  flexapi,
  bce,
  tt8850,
  cartrack,
  flextrack,
  genx,
  gl100,
  gnx,
  plugin,
  s168,
  starcom,
  tmg,
  tr20,
  pst,
  tytan,
  satsol,
  robotrack,
  granit,
  pricol,
  oigo,
  gs100,
  mxt,
  radshid,
  hyn600,
  blue,
  thinkpower,
  snapper,
  nyitech,
  aquila,
  avema,
  c2stek,
  ennfu,
  extremtrac,
  siwi,
  smartsole,
  ywt,
  xexun2,
  mqtt,
};
