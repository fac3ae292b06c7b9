/** What a decoder says of a frame, and what a protocol has to provide. Imports nothing: the package stands by itself. */

/** Alarm codes that a device may raise; the closed list of the domain. */
export const ALARM_CODES = [
  'sos',
  'powerCut',
  'powerRestored',
  'lowPower',
  'lowBattery',
  'powerOff',
  'powerOn',
  'overspeed',
  'hardAcceleration',
  'hardBraking',
  'hardCornering',
  'laneChange',
  'fatigueDriving',
  'accident',
  'vibration',
  'movement',
  'fallDown',
  'tow',
  'idle',
  'highRpm',
  'temperature',
  'door',
  'lock',
  'unlock',
  'bonnet',
  'footBrake',
  'geofence',
  'geofenceEnter',
  'geofenceExit',
  'gpsAntennaCut',
  'jamming',
  'tampering',
  'removing',
  'fuelLeak',
  'parking',
  'twoSenders',
  'lowspeed',
  'fault',
  'general',
] as const;
export type AlarmCode = (typeof ALARM_CODES)[number];

/** Common attributes of a message; a protocol may add others, named in camelCase with their unit at the end. */
export interface Attributes {
  satellites?: number;
  hdop?: number;
  ignition?: boolean;
  motion?: boolean;
  /** 0 to 100. */
  batteryPercent?: number;
  batteryV?: number;
  powerV?: number;
  charging?: boolean;
  odometerM?: number;
  /** As the device says it: 0 to 4, 0 to 5, 0 to 31 or dBm. */
  rssi?: number;
  engineRpm?: number;
  fuelL?: number;
  fuelPercent?: number;
  engineHoursS?: number;
  driverTag?: string;
  door?: boolean;
  immobilized?: boolean;
  alarm?: readonly AlarmCode[];
  /** The device's own code of what made it report. */
  event?: number | string;
  /** Sent from the device's memory, not live. */
  archived?: boolean;
  [name: string]: string | number | boolean | readonly string[] | undefined;
}

/** A position at a time, as the device measured it. */
export interface Fix {
  /** Time of the fix, UTC. */
  time: Date;
  /** False where the device says that it has no satellite fix and repeats the last one. */
  valid: boolean;
  /** Degrees, -90 to 90. */
  lat: number;
  /** Degrees, -180 to 180. */
  lon: number;
  /** Metres above sea level; null if the frame does not say. */
  altitudeM: number | null;
  /** Kilometres an hour, 0 or more. */
  speedKph: number;
  /** Degrees clockwise from north, 0 up to 360. */
  courseDeg: number;
}

/** Degrees: latitude -90 to 90, longitude -180 to 180. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/**
 * One thing a frame says. A `report` has a fix, or attributes, or both; a `heartbeat` only says that the device lives
 * (its attributes, if any, count like a report's); a `reply` carries the device's answer to a command in `text`.
 * A message without a usable time (a date of zeros before the first fix, digits that are no date) has neither a device
 * time nor a fix: `timed` makes it. The server dates it by its receipt: it is a heartbeat, its attributes count, and
 * its alarms are raised. A date that exists is passed on however wrong it is, since only the server knows the time.
 */
export interface Message {
  kind: 'login' | 'heartbeat' | 'report' | 'reply';
  /** The device's own clock, UTC; null if the frame states no usable time. */
  deviceTime: Date | null;
  fix: Fix | null;
  /** The valid coordinates of a message without a usable time, which therefore has no fix; left out otherwise. */
  coordinates?: Coordinates;
  attributes: Attributes;
  text?: string;
}

/**
 * Bytes to send back. `now`: logins, heartbeats and whatever does not make the device forget data.
 * `stored`: an acknowledgement after which the device forgets; send it only when all messages of the frame are stored.
 */
export interface Reply {
  when: 'now' | 'stored';
  bytes: Uint8Array;
}

export interface Decoded {
  /** Identities that the frame itself carries (IMEI or the like), the best one first. */
  identities: string[];
  /** In the order of the frame. */
  messages: Message[];
  replies: Reply[];
  /** Why the frame could not be read; identities, messages and replies are then empty. */
  fault?: string;
  /**
   * The type of message in the frame that the decoder does not know, as `typeName` writes it. A frame of nothing else has
   * no positions and no `stored` reply, so that the device does not forget what was not read; its identities count. In a
   * frame of several messages those that were read count, and are acknowledged as ever: a device that numbers the frame,
   * not the messages in it, would otherwise send it for ever and nothing after it. What can never be read, as an encrypted
   * message of a phone, is let go with a reply of `now`. The bytes are kept either way.
   */
  unknownType?: string;
}

/** What a person can ask of a device. */
export type Command =
  | { kind: 'text'; text: string }
  | { kind: 'engineStop' }
  | { kind: 'engineResume' }
  | { kind: 'locate' };

export type CommandKind = Command['kind'];

/**
 * How devices of a protocol answer an engine stop and an engine resume, by their maker's manual or by recorded devices.
 * Each pattern is applied to the whole text of a reply. A reply that none matches is not understood: it proves nothing.
 */
export interface EngineReplies {
  /** The engine is stopped. Null if no reply states it. */
  stopped: RegExp | null;
  /** The engine can be started again. Null if no reply states it. */
  resumed: RegExp | null;
  /** The command was not executed. Null if no reply states it. */
  refused: RegExp | null;
}

/** Texts that devices of a protocol obey, by their maker's manual; what a protocol has no word for is left out. */
export interface Phrases {
  /** Reports every so many seconds while the vehicle moves, 10 to 3,600. */
  interval?: (seconds: number) => string;
  /** Starts the device anew. */
  restart?: string;
  /** The device answers with its state: battery, signal, fix. */
  status?: string;
  /** The device answers with its model and firmware. */
  version?: string;
  /** Switches an output, by the numbers of the manual. */
  output?: {
    numbers: readonly number[];
    /** The one to which the manual connects the engine's relay. */
    relay: number;
    say: (number: number, on: boolean) => string;
  };
  /** The device goes on counting from so many kilometres, 0 to 999,999. */
  odometer?: (km: number) => string;
  /** Telephones to which the device reports an SOS by itself. */
  sosNumbers?: { most: number; say: (phones: readonly string[]) => string };
  /** That these words are obeyed in an SMS too: what stands before them there, and what else is bytes of its own. */
  sms?: { before: string; locate: string; engineStop: string; engineResume: string };
  /** Ends the emergency state that the device keeps: the standard's words first, then those of makers. */
  releaseEmergency?: readonly [string, ...string[]];
}

/** Cuts a byte stream into frames, whatever its segmentation; skips garbage between frames. Never throws. */
export interface Framer {
  /** Frames completed by this chunk, in order. The returned arrays stay valid after further pushes. */
  push(chunk: Uint8Array): Uint8Array[];
  /** Bytes thrown away so far because they belong to no frame. */
  readonly garbageBytes: number;
  /** Bytes held for a frame that is not complete; never more than the protocol's largest frame and one chunk. */
  readonly pendingBytes: number;
}

/** One conversation with one device: remembers what earlier frames of the same connection said. Never throws. */
export interface Decoder {
  decode(frame: Uint8Array): Decoded;
  /** Bytes of a command for this device, or null if the protocol cannot say it. */
  encode(command: Command): Uint8Array | null;
  /** Whether it can be told something yet; left out where that is so as soon as it said who it is. */
  canHear?(): boolean;
}

/**
 * JSON messages whose form a person described, by topic. Over HTTP the path of the request is the topic, without its
 * first slash.
 */
export interface DescribedJson {
  /** Null if nobody described messages of this topic. Throws `RequestFault`. */
  read(topic: string, text: string): { identity: string; messages: Message[] } | null;
  /** Notes a message whose form neither a person described nor the protocol knows. */
  unknown(topic: string, text: string): void;
}

/** Frames whose layout a person described. */
export interface DescribedFrames {
  /** Null if nobody described such frames. A fault is that of a frame that does not fit what was described. */
  read(text: string, now: Date): Decoded | null;
}

/** What people described of how devices are read. */
export interface Described {
  json: DescribedJson;
  frames: DescribedFrames;
}

export type StreamTransport = 'tcp' | 'udp';

/** Where devices reach the server, as it is typed into one. */
export interface ServerAddress {
  /** A name or an IP address. */
  host: string;
  port: number;
}

/** One thing to type: the text of an SMS, a field of an app. */
export interface SetupStep {
  /** What it is: the interface has the words, in each language. */
  step:
    | 'sms'
    | 'sms-tcp'
    | 'sms-udp'
    | 'sms-password'
    | 'sms-interval'
    | 'owntracks-mode'
    | 'owntracks-host'
    | 'owntracks-port'
    | 'owntracks-tls'
    | 'owntracks-url'
    | 'traccar-address'
    | 'terminal';
  value: string;
}

/** What all else knows of a protocol: nothing outside its folder names it. */
interface Description {
  /** Short lower-case name: the folder, the metric label, `GATEWAY_<NAME>_PORT`. */
  name: string;
  /** For people: the protocol, and in brackets who makes the devices. */
  title: string;
  defaultPort: number;
  /** How a device is reported where to report, by its maker's manual. Without it people read that manual. */
  setup?(address: ServerAddress): SetupStep[];
  /** What `encode` can say to a device that said who it is; nothing where left out. */
  commands?: readonly CommandKind[];
  /** Required with `engineStop`. */
  engineReplies?: EngineReplies;
  phrases?: Phrases;
}

/** A protocol over TCP or UDP. Over UDP each datagram is one frame. */
export interface StreamProtocol extends Description {
  kind: 'stream';
  transports: readonly StreamTransport[];
  /** Larger frames are garbage. */
  maxFrameBytes: number;
  newFramer(): Framer;
  /** Whether people can describe layouts of its frames. */
  takesLayouts?: boolean;
  newDecoder(transport: StreamTransport, described?: Described): Decoder;
  /** For captures, where a more tolerant reading than that of a live connection is of use. */
  newInspector?(): Decoder;
}

export interface HttpFrame {
  method: string;
  /** Path and query, as received. */
  url: string;
  /** Names in any case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** What `stored` and refused requests are answered with. */
export interface HttpReply {
  status: number;
  body: string;
}

export interface HttpDecoded {
  identities: string[];
  messages: Message[];
  /** Sent when all messages are stored; a fault is answered with 400 and its text. */
  reply: HttpReply;
  /**
   * The type of a request that holds no position and is not read, such as a settings dump of a phone. It is answered
   * with `reply`, because an error would make the phone send it again before everything else.
   */
  unknownType?: string;
  /** Whether its sender reads in the answer what it is asked; left out of all others. */
  canHear?: true;
  fault?: string;
}

/** A protocol that is a request over HTTP: each one is complete in itself. */
export interface HttpProtocol extends Description {
  kind: 'http';
  maxFrameBytes: number;
  decode(request: HttpFrame, receivedAt: Date, described?: DescribedJson): HttpDecoded;
  /** The answer that asks this of whoever can hear it, instead of `reply`; null if the protocol cannot say it. */
  replyWith?(command: Command): HttpReply | null;
}

export type Protocol = StreamProtocol | HttpProtocol;
