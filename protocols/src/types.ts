/** The result of a decoder, and the interface of a protocol. Imports nothing: the package has no dependencies. */

/** Alarm codes that a device can raise; the closed list of the domain. */
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
  /** As reported by the device: 0 to 4, 0 to 5, 0 to 31 or dBm. */
  rssi?: number;
  engineRpm?: number;
  fuelL?: number;
  fuelPercent?: number;
  engineHoursS?: number;
  driverTag?: string;
  door?: boolean;
  immobilized?: boolean;
  alarm?: readonly AlarmCode[];
  /** The device's own code for the reason of the report. */
  event?: number | string;
  /** Sent from the device's memory, not live. */
  archived?: boolean;
  [name: string]: string | number | boolean | readonly string[] | undefined;
}

/** A position at a time, as the device measured it. */
export interface Fix {
  /** Time of the fix, UTC. */
  time: Date;
  /** False where the device reports no satellite fix and repeats the last one. */
  valid: boolean;
  /** Degrees, -90 to 90. */
  lat: number;
  /** Degrees, -180 to 180. */
  lon: number;
  /** Metres above sea level; null if not reported. */
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
 * One message of a frame. A `report` has a fix, or attributes, or both; a `heartbeat` only shows that the device is
 * connected (its attributes, if any, count like a report's); a `reply` contains the device's reply to a command in
 * `text`. A message without a usable time (a date of zeros before the first fix, digits that are not a date) has
 * neither a device time nor a fix: `timed` builds it. The server dates it by its receipt: it is a heartbeat, its
 * attributes are stored, and its alarms are raised. A date that exists is passed on however wrong it is, since only the
 * server knows the time.
 */
export interface Message {
  kind: 'login' | 'heartbeat' | 'report' | 'reply';
  /** The device's own clock, UTC; null if the frame has no usable time. */
  deviceTime: Date | null;
  fix: Fix | null;
  /** The valid coordinates of a message without a usable time, which therefore has no fix; omitted otherwise. */
  coordinates?: Coordinates;
  attributes: Attributes;
  text?: string;
}

/**
 * Bytes to send back. `now`: logins, heartbeats and any other reply after which the device deletes no data. `stored`:
 * an acknowledgement after which the device deletes its data; send it only when all messages of the frame are stored.
 */
export interface Reply {
  when: 'now' | 'stored';
  bytes: Uint8Array;
}

export interface Decoded {
  /** Identities contained in the frame itself (IMEI or similar), the best one first. */
  identities: string[];
  /** In the order of the frame. */
  messages: Message[];
  replies: Reply[];
  /** Why the frame could not be read; identities, messages and replies are then empty. */
  fault?: string;
  /**
   * The type of message in the frame that the decoder does not know, as formatted by `typeName`. A frame with no other
   * messages has no positions and no `stored` reply, so that the device does not delete unread data; its identities are
   * kept. In a frame of several messages the known ones are processed and acknowledged as usual: a device that numbers
   * the frame, not the messages in it, would otherwise resend it forever and nothing after it. Messages that can never
   * be read, such as a phone's encrypted message, are acknowledged with a reply of `now`. The bytes are stored in
   * either case.
   */
  unknownType?: string;
}

/** A request of a user to a device. */
export type Command =
  | { kind: 'text'; text: string }
  | { kind: 'engineStop' }
  | { kind: 'engineResume' }
  | { kind: 'locate' };

export type CommandKind = Command['kind'];

/**
 * Replies of a protocol's devices to an engine stop and an engine resume, by their maker's manual or by recorded
 * devices. Each pattern is applied to the whole text of a reply. A reply that none matches is not understood: it proves
 * nothing.
 */
export interface EngineReplies {
  /** The engine is stopped. Null if no reply states it. */
  stopped: RegExp | null;
  /** The engine can be started again. Null if no reply states it. */
  resumed: RegExp | null;
  /** The command was not executed. Null if no reply states it. */
  refused: RegExp | null;
}

/** Texts that devices of a protocol obey, by their maker's manual; functions without a text are omitted. */
export interface Phrases {
  /** Sets the reporting interval while the vehicle moves, 10 to 3,600 seconds. */
  interval?: (seconds: number) => string;
  /** Restarts the device. */
  restart?: string;
  /** Requests a reply with the device's state: battery, signal, fix. */
  status?: string;
  /** Requests a reply with its model and firmware. */
  version?: string;
  /** Switches an output, numbered as in the manual. */
  output?: {
    numbers: readonly number[];
    /** The output to which the manual connects the engine's relay. */
    relay: number;
    write: (number: number, on: boolean) => string;
  };
  /** Sets the odometer to this many kilometres, 0 to 999,999. */
  odometer?: (km: number) => string;
  /** Telephone numbers to which the device itself reports an SOS. */
  sosNumbers?: { most: number; write: (phones: readonly string[]) => string };
  /** The same texts by SMS: the prefix required there, and the texts of commands that are binary otherwise. */
  sms?: { before: string; locate: string; engineStop: string; engineResume: string };
  /** Ends the device's emergency state: the standard's text first, then those of makers. */
  releaseEmergency?: readonly [string, ...string[]];
}

/** Cuts a byte stream into frames, whatever its segmentation; skips garbage between frames. Never throws. */
export interface Framer {
  /** Frames completed by this chunk, in order. The returned arrays stay valid after further pushes. */
  push(chunk: Uint8Array): Uint8Array[];
  /** Bytes discarded so far because they belong to no frame. */
  readonly garbageBytes: number;
  /** Bytes buffered for an incomplete frame; never more than the protocol's largest frame and one chunk. */
  readonly pendingBytes: number;
}

/** Decodes one connection of one device, using state from earlier frames of the same connection. Never throws. */
export interface Decoder {
  decode(frame: Uint8Array): Decoded;
  /** Returns the bytes of a command for this device, or null if the protocol cannot express it. */
  encode(command: Command): Uint8Array | null;
  /** Whether commands can be sent yet; omitted where that is the case as soon as the device has identified itself. */
  acceptsCommands?(): boolean;
}

/**
 * JSON messages whose form is described by the user, by topic. Over HTTP the path of the request is the topic, without
 * its first slash.
 */
export interface DescribedJson {
  /** Null if messages of this topic are not described. Throws `RequestFault`. */
  read(topic: string, text: string): { identity: string; messages: Message[] } | null;
  /** Records a message whose form is neither described nor known to the protocol. */
  unknown(topic: string, text: string): void;
}

/** Frames whose layout is described by the user. */
export interface DescribedFrames {
  /** Null if such frames are not described. The fault is that of a frame that does not match the description. */
  read(text: string, now: Date): Decoded | null;
}

/** People's descriptions of how devices are read. */
export interface Described {
  json: DescribedJson;
  frames: DescribedFrames;
}

export type StreamTransport = 'tcp' | 'udp';

/** The server's address for devices, as it is entered into one. */
export interface ServerAddress {
  /** A name or an IP address. */
  host: string;
  port: number;
}

/** One thing to enter: the text of an SMS, a field of an app. */
export interface SetupStep {
  /** The kind of entry: the interface has the labels, in each language. */
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

/** The parts of a protocol used by the rest of the system: nothing outside its folder refers to it by name. */
interface Description {
  /** Short lower-case name: the folder, the metric label, `GATEWAY_<NAME>_PORT`. */
  name: string;
  /** For display: the protocol, and in brackets the makers of the devices. */
  title: string;
  defaultPort: number;
  /**
   * How a device is configured to report to the server, by its maker's manual. Without it users have to read that
   * manual.
   */
  setup?(address: ServerAddress): SetupStep[];
  /** The commands that `encode` can express for an identified device; none if omitted. */
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
  /** Whether users can describe layouts of its frames. */
  takesLayouts?: boolean;
  newDecoder(transport: StreamTransport, described?: Described): Decoder;
  /** For captures, where reading more tolerantly than a live connection is useful. */
  newInspector?(): Decoder;
}

export interface HttpFrame {
  method: string;
  /** Path and query, as received. */
  url: string;
  /** Header names in any case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** The answer to `stored` and rejected requests. */
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
   * The type of a request that has no position and is not read, such as a settings dump of a phone. It is answered with
   * `reply`, because an error would make the phone resend it before everything else.
   */
  unknownType?: string;
  /** Whether the sender accepts commands in the answer; omitted for all others. */
  acceptsCommands?: true;
  fault?: string;
}

/** A protocol of HTTP requests: each one is complete in itself. */
export interface HttpProtocol extends Description {
  kind: 'http';
  maxFrameBytes: number;
  decode(request: HttpFrame, receivedAt: Date, described?: DescribedJson): HttpDecoded;
  /**
   * The answer that contains this command for a sender that accepts it, instead of `reply`; null if the protocol cannot
   * express it.
   */
  replyWith?(command: Command): HttpReply | null;
}

export type Protocol = StreamProtocol | HttpProtocol;
