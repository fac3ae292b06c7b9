import type { SensorKind } from '@milepost/contract/sensor-kinds';
import type { Language } from '../texts/text.ts';

/** Labels of the kinds of sensors, for the reports that filter by them. */
export const SENSOR_KIND_WORDS: Readonly<Record<Language, Readonly<Record<SensorKind, string>>>> = {
  en: {
    fuelLevel: 'Fuel level',
    temperature: 'Temperature',
    humidity: 'Humidity',
    weight: 'Weight',
    tyre: 'Tyre pressure',
    counter: 'Counter',
    other: 'Other value',
    door: 'Door',
    ac: 'Air conditioning',
    pto: 'Power take-off',
    signal: 'On and off',
  },
  hi: {
    fuelLevel: 'ईंधन स्तर',
    temperature: 'तापमान',
    humidity: 'नमी',
    weight: 'वज़न',
    tyre: 'टायर दबाव',
    counter: 'गणक',
    other: 'अन्य मान',
    door: 'दरवाज़ा',
    ac: 'एयर कंडीशनिंग',
    pto: 'पावर टेक-ऑफ़',
    signal: 'चालू और बंद',
  },
  ar: {
    fuelLevel: 'مستوى الوقود',
    temperature: 'درجة الحرارة',
    humidity: 'الرطوبة',
    weight: 'الوزن',
    tyre: 'ضغط الإطار',
    counter: 'عداد',
    other: 'قيمة أخرى',
    door: 'باب',
    ac: 'مكيف الهواء',
    pto: 'مأخذ القدرة',
    signal: 'تشغيل وإيقاف',
  },
};

/** Labels of the sides of a range that count. */
export const LIMIT_WORDS: Readonly<
  Record<Language, Readonly<Record<'normal' | 'outside' | 'above' | 'below', string>>>
> = {
  en: {
    normal: 'Outside the normal range of the sensor, else outside these limits',
    outside: 'Outside these limits',
    above: 'Above the highest value only',
    below: 'Below the lowest value only',
  },
  hi: {
    normal: 'सेंसर की सामान्य सीमा के बाहर, वह न हो तो इन सीमाओं के बाहर',
    outside: 'इन सीमाओं के बाहर',
    above: 'केवल अधिकतम मान से ऊपर',
    below: 'केवल न्यूनतम मान से नीचे',
  },
  ar: {
    normal: 'خارج النطاق الطبيعي للمستشعر، وإلا خارج هذين الحدّين',
    outside: 'خارج هذين الحدّين',
    above: 'فوق أعلى قيمة فقط',
    below: 'تحت أدنى قيمة فقط',
  },
};
