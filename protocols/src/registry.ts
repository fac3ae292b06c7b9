import { gl200 } from './gl200/gl200.ts';
import { gps103 } from './gps103/gps103.ts';
import { gt06 } from './gt06/gt06.ts';
import { h02 } from './h02/h02.ts';
import { osmand } from './osmand/osmand.ts';
import { teltonika } from './teltonika/teltonika.ts';
import { its } from './its/its.ts';
import { jt808 } from './jt808/jt808.ts';
import { meitrack } from './meitrack/meitrack.ts';
import { suntech } from './suntech/suntech.ts';
import { tk103 } from './tk103/tk103.ts';
import { watch } from './watch/watch.ts';
import { wialon } from './wialon/wialon.ts';
import { castel } from './castel/castel.ts';
import { eelink } from './eelink/eelink.ts';
import { totem } from './totem/totem.ts';
import { meiligao } from './meiligao/meiligao.ts';
import { ruptela } from './ruptela/ruptela.ts';
import { megastek } from './megastek/megastek.ts';
import { atrack } from './atrack/atrack.ts';
import { xexun } from './xexun/xexun.ts';
import { galileo } from './galileo/galileo.ts';
import { fifotrack } from './fifotrack/fifotrack.ts';
import { calamp } from './calamp/calamp.ts';
import { t800x } from './t800x/t800x.ts';
import { startek } from './startek/startek.ts';
import { minifinder2 } from './minifinder2/minifinder2.ts';
import { gosafe } from './gosafe/gosafe.ts';
import { egts } from './egts/egts.ts';
import { arnavi } from './arnavi/arnavi.ts';
import { easytrack } from './easytrack/easytrack.ts';
import { pt502 } from './pt502/pt502.ts';
import { trv } from './trv/trv.ts';
import { laipac } from './laipac/laipac.ts';
import { jt600 } from './jt600/jt600.ts';
import { huasheng } from './huasheng/huasheng.ts';
import { mqtt } from './mqtt/mqtt.ts';
import { owntracks } from './owntracks/owntracks.ts';
import { tzone } from './tzone/tzone.ts';
import { navis } from './navis/navis.ts';
import { t55 } from './t55/t55.ts';
import { taip } from './taip/taip.ts';
import { telic } from './telic/telic.ts';
import { tlt2h } from './tlt2h/tlt2h.ts';
import { starlink } from './starlink/starlink.ts';
import { box } from './box/box.ts';
import { v680 } from './v680/v680.ts';
import { minifinder } from './minifinder/minifinder.ts';
import { vt200 } from './vt200/vt200.ts';
import { ulbotech } from './ulbotech/ulbotech.ts';
import { gotop } from './gotop/gotop.ts';
import { wondex } from './wondex/wondex.ts';
import { topin } from './topin/topin.ts';
import { aplicom } from './aplicom/aplicom.ts';
import { intellitrac } from './intellitrac/intellitrac.ts';
import { khd } from './khd/khd.ts';
import { cguard } from './cguard/cguard.ts';
import { mobilogix } from './mobilogix/mobilogix.ts';
import { gpsgate } from './gpsgate/gpsgate.ts';
import { globalsat } from './globalsat/globalsat.ts';
import { rst } from './rst/rst.ts';
import { gt02 } from './gt02/gt02.ts';
import { cityeasy } from './cityeasy/cityeasy.ts';
import { pt60 } from './pt60/pt60.ts';
import { xrb28 } from './xrb28/xrb28.ts';
import { alematics } from './alematics/alematics.ts';
import { ardi01 } from './ardi01/ardi01.ts';
import { oko } from './oko/oko.ts';
import { ivt401 } from './ivt401/ivt401.ts';
import { upro } from './upro/upro.ts';
import { gator } from './gator/gator.ts';
import { adm } from './adm/adm.ts';
import { autofon } from './autofon/autofon.ts';
import { mictrack } from './mictrack/mictrack.ts';
import { dmt } from './dmt/dmt.ts';
import { freematics } from './freematics/freematics.ts';
import { flexapi } from './flexapi/flexapi.ts';
import { bce } from './bce/bce.ts';
import { tt8850 } from './tt8850/tt8850.ts';
import { cartrack } from './cartrack/cartrack.ts';
import { flextrack } from './flextrack/flextrack.ts';
import { genx } from './genx/genx.ts';
import { gl100 } from './gl100/gl100.ts';
import { gnx } from './gnx/gnx.ts';
import { plugin } from './plugin/plugin.ts';
import { s168 } from './s168/s168.ts';
import { starcom } from './starcom/starcom.ts';
import { tmg } from './tmg/tmg.ts';
import { tr20 } from './tr20/tr20.ts';
import { pst } from './pst/pst.ts';
import { tytan } from './tytan/tytan.ts';
import { satsol } from './satsol/satsol.ts';
import { robotrack } from './robotrack/robotrack.ts';
import { granit } from './granit/granit.ts';
import { pricol } from './pricol/pricol.ts';
import { oigo } from './oigo/oigo.ts';
import { gs100 } from './gs100/gs100.ts';
import { mxt } from './mxt/mxt.ts';
import { radshid } from './radshid/radshid.ts';
import { hyn600 } from './hyn600/hyn600.ts';
import { blue } from './blue/blue.ts';
import { thinkpower } from './thinkpower/thinkpower.ts';
import { snapper } from './snapper/snapper.ts';
import { nyitech } from './nyitech/nyitech.ts';
import { aquila } from './aquila/aquila.ts';
import { avema } from './avema/avema.ts';
import { c2stek } from './c2stek/c2stek.ts';
import { ennfu } from './ennfu/ennfu.ts';
import { extremtrac } from './extremtrac/extremtrac.ts';
import { siwi } from './siwi/siwi.ts';
import { smartsole } from './smartsole/smartsole.ts';
import { xexun2 } from './xexun2/xexun2.ts';
import { ywt } from './ywt/ywt.ts';
import { dmthttp } from './dmthttp/dmthttp.ts';
import { opengts } from './opengts/opengts.ts';
import { pathaway } from './pathaway/pathaway.ts';
import type { Protocol } from './types.ts';

/** All protocols of the gateway. A new one adds its folder and one line here. */
export const PROTOCOLS: readonly Protocol[] = [
  gt06,
  teltonika,
  osmand,
  jt808,
  h02,
  gps103,
  tk103,
  suntech,
  meitrack,
  watch,
  its,
  wialon,
  gl200,
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
  dmthttp,
  opengts,
  pathaway,
  owntracks,
  mqtt,
];

/** Returns the protocol with that name, or undefined. */
export function protocolByName(name: string): Protocol | undefined {
  return PROTOCOLS.find((protocol) => protocol.name === name);
}
