/**
 * The meaning of the IO elements of AVL records: the family FMB, FMC, FMM, FMT and the older FM devices. Source:
 * Teltonika's "Data Sending Parameters ID" pages. Families use one id for different values, but of different sizes, so
 * the table is by id and size; where even that is ambiguous the FMB meaning is used.
 */

/** How the number of an element is converted to an attribute. */
interface Reading {
  name: string;
  /** The attribute is the number multiplied by this, and divided by the other. */
  multiplier: number;
  divisor: number;
  signed: boolean;
  /** The attribute is true for every number except 0. */
  flag: boolean;
  /** Numbers that mean a failed sensor: no attribute. */
  failures: readonly number[];
}

const NONE: readonly number[] = [];
/** Dallas probes: 850 is the value after power-on, the others are error codes. */
const DALLAS = [850, 2000, 3000, 4000, 5000];
/** Bluetooth sensors: not found, failed, abnormal. */
const BLUETOOTH = [2000, 3000, 4000, 32767, 65535];

type Row = readonly [
  id: number,
  size: number,
  name: string,
  divisor?: number,
  signed?: 'signed',
  failures?: readonly number[],
];

const NUMBERS: readonly Row[] = [
  [4, 4, 'pulses1'],
  [5, 4, 'pulses2'],
  [6, 2, 'analog2V', 1000],
  [9, 2, 'analog1V', 1000],
  [10, 2, 'analog2V', 1000],
  [11, 2, 'analog3V', 1000],
  [12, 4, 'fuelUsedGpsL', 1000],
  [13, 2, 'fuelGpsLPer100Km', 100],
  [15, 2, 'ecoScore', 100],
  [16, 4, 'odometerM'],
  [17, 2, 'accelerationXMg', 1, 'signed'],
  [18, 2, 'accelerationYMg', 1, 'signed'],
  [19, 2, 'accelerationZMg', 1, 'signed'],
  [20, 1, 'bleBattery2Percent'],
  [21, 1, 'rssi'],
  [25, 2, 'bleTemperature1C', 100, 'signed', BLUETOOTH],
  [26, 2, 'bleTemperature2C', 100, 'signed', BLUETOOTH],
  [27, 2, 'bleTemperature3C', 100, 'signed', BLUETOOTH],
  [28, 2, 'bleTemperature4C', 100, 'signed', BLUETOOTH],
  [29, 1, 'bleBattery1Percent'],
  [30, 1, 'dtcCount'],
  [31, 1, 'engineLoadPercent'],
  [32, 1, 'coolantTemperatureC', 1, 'signed'],
  [33, 1, 'shortFuelTrimPercent', 1, 'signed'],
  [34, 2, 'fuelPressureKpa'],
  [35, 1, 'intakePressureKpa'],
  [36, 2, 'engineRpm'],
  [37, 1, 'obdSpeedKph'],
  [38, 1, 'timingAdvanceDeg', 1, 'signed'],
  [39, 1, 'intakeTemperatureC', 1, 'signed'],
  [40, 2, 'airFlowGPerS', 100],
  [41, 1, 'throttlePercent'],
  [42, 2, 'engineRunS'],
  [43, 2, 'faultDistanceKm'],
  [48, 1, 'fuelPercent'],
  [49, 2, 'clearedDistanceKm'],
  [50, 1, 'airPressureKpa'],
  [51, 2, 'controlModuleV', 1000],
  [53, 1, 'ambientTemperatureC', 1, 'signed'],
  [57, 1, 'hybridBatteryPercent'],
  [58, 1, 'oilTemperatureC', 1, 'signed'],
  [60, 2, 'fuelLPerHour', 100],
  [66, 2, 'powerV', 1000],
  [67, 2, 'batteryV', 1000],
  [68, 2, 'batteryA', 1000],
  [69, 1, 'gnssStatus'],
  [70, 2, 'boardTemperatureC', 10, 'signed'],
  [72, 2, 'temperature1C', 10, 'signed', DALLAS],
  [73, 2, 'temperature2C', 10, 'signed', DALLAS],
  [74, 2, 'temperature3C', 10, 'signed', DALLAS],
  [75, 2, 'temperature4C', 10, 'signed', DALLAS],
  [72, 4, 'temperature1C', 10, 'signed', DALLAS],
  [73, 4, 'temperature2C', 10, 'signed', DALLAS],
  [74, 4, 'temperature3C', 10, 'signed', DALLAS],
  [75, 4, 'temperature4C', 10, 'signed', DALLAS],
  [80, 1, 'dataMode'],
  [81, 1, 'obdSpeedKph'],
  [82, 1, 'throttlePercent'],
  [83, 4, 'fuelUsedL', 10],
  [84, 2, 'fuelL', 10],
  [85, 2, 'engineRpm'],
  [86, 2, 'bleHumidity1Percent', 10, undefined, BLUETOOTH],
  [87, 4, 'obdOdometerM'],
  [89, 1, 'fuelPercent'],
  [90, 2, 'doors'],
  [104, 2, 'bleHumidity2Percent', 10, undefined, BLUETOOTH],
  [105, 4, 'odometerCountedM'],
  [106, 2, 'bleHumidity3Percent', 10, undefined, BLUETOOTH],
  [107, 4, 'fuelUsedCountedL', 10],
  [108, 2, 'bleHumidity4Percent', 10, undefined, BLUETOOTH],
  [110, 2, 'fuelLPerHour', 10],
  [111, 1, 'adBluePercent'],
  [112, 2, 'adBlueL', 10],
  [113, 1, 'batteryPercent'],
  [114, 1, 'engineLoadPercent'],
  [115, 2, 'coolantTemperatureC', 10, 'signed'],
  [118, 2, 'axleWeight1Kg'],
  [119, 2, 'axleWeight2Kg'],
  [120, 2, 'axleWeight3Kg'],
  [121, 2, 'axleWeight4Kg'],
  [122, 2, 'axleWeight5Kg'],
  [152, 1, 'tractionBatteryPercent'],
  [181, 2, 'pdop', 10],
  [182, 2, 'hdop', 10],
  [191, 2, 'tachographSpeedKph'],
  [192, 4, 'tachographOdometerM'],
  [193, 4, 'tachographTripM'],
  [199, 4, 'tripOdometerM'],
  [200, 1, 'sleepMode'],
  [201, 2, 'fuelSensor1', 1, 'signed'],
  [202, 1, 'fuelSensor1TemperatureC', 1, 'signed'],
  [203, 2, 'fuelSensor2', 1, 'signed'],
  [204, 1, 'fuelSensor2TemperatureC', 1, 'signed'],
  [205, 2, 'cellId'],
  [206, 2, 'locationAreaCode'],
  [210, 2, 'fuelSensor3', 1, 'signed'],
  [211, 1, 'fuelSensor3TemperatureC', 1, 'signed'],
  [212, 2, 'fuelSensor4', 1, 'signed'],
  [213, 1, 'fuelSensor4TemperatureC', 1, 'signed'],
  [214, 2, 'fuelSensor5', 1, 'signed'],
  [215, 1, 'fuelSensor5TemperatureC', 1, 'signed'],
  [235, 1, 'oilLevel'],
  [237, 1, 'networkType'],
  [241, 4, 'operator'],
  [243, 2, 'harshDurationMs'],
  [248, 1, 'immobilizerState'],
  [254, 1, 'harshValueG', 100],
  [255, 1, 'overspeedKph'],
  [270, 2, 'bleFuel1'],
  [273, 2, 'bleFuel2'],
  [276, 2, 'bleFuel3'],
  [279, 2, 'bleFuel4'],
  [390, 4, 'fuelL', 10],
  [449, 4, 'ignitionOnS'],
  [636, 4, 'cellId4g'],
  [800, 4, 'powerV', 1000],
  [10800, 2, 'eyeTemperature1C', 100, 'signed', BLUETOOTH],
  [10801, 2, 'eyeTemperature2C', 100, 'signed', BLUETOOTH],
  [10802, 2, 'eyeTemperature3C', 100, 'signed', BLUETOOTH],
  [10803, 2, 'eyeTemperature4C', 100, 'signed', BLUETOOTH],
  [10804, 1, 'eyeHumidity1Percent'],
  [10805, 1, 'eyeHumidity2Percent'],
  [10806, 1, 'eyeHumidity3Percent'],
  [10807, 1, 'eyeHumidity4Percent'],
  [10824, 2, 'eyeBattery1V', 1000],
  [10825, 2, 'eyeBattery2V', 1000],
  [10826, 2, 'eyeBattery3V', 1000],
  [10827, 2, 'eyeBattery4V', 1000],
];

/** Numbers in a larger unit than the attribute's: minutes, kilometres. */
const LARGE: readonly (readonly [id: number, size: number, name: string, multiplier: number])[] = [
  [14, 4, 'engineHoursS', 60],
  [102, 4, 'engineHoursS', 60],
  [103, 4, 'engineHoursCountedS', 60],
  [389, 4, 'obdOdometerM', 1000],
];

const FLAGS: readonly (readonly [id: number, name: string])[] = [
  [1, 'input1'],
  [2, 'input2'],
  [3, 'input3'],
  [4, 'input4'],
  [116, 'charging'],
  [179, 'output1'],
  [180, 'output2'],
  [239, 'ignition'],
  [240, 'motion'],
  [250, 'onTrip'],
  [262, 'input4'],
  [303, 'instantMotion'],
  [380, 'output3'],
  [662, 'door'],
];

const keyOf = (id: number, size: number): number => id * 16 + size;
const READINGS = new Map<number, Reading>();
const PLAIN = { multiplier: 1, divisor: 1, signed: false, flag: false, failures: NONE };
for (const [id, size, name, divisor = 1, signed, failures = NONE] of NUMBERS) {
  READINGS.set(keyOf(id, size), { ...PLAIN, name, divisor, signed: signed === 'signed', failures });
}
for (const [id, size, name, multiplier] of LARGE) READINGS.set(keyOf(id, size), { ...PLAIN, name, multiplier });
for (const [id, name] of FLAGS) READINGS.set(keyOf(id, 1), { ...PLAIN, name, flag: true });

/** Returns the meaning of an element of 1, 2 or 4 bytes, or undefined if it is not in the table. */
export function readingOf(id: number, size: number): Reading | undefined {
  return READINGS.get(keyOf(id, size));
}
