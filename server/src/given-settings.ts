import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { codeOf } from './fault.ts';

/** Where a setting comes from: the environment, the settings file, or a file of its own. */
export interface Origin {
  kind: 'environment' | 'settings-file' | 'own-file';
  /** The file; null for the environment. */
  file: string | null;
}

export interface GivenSettings {
  /** The settings that are set, with their text. */
  values: Readonly<Record<string, string>>;
  origins: ReadonlyMap<string, Origin>;
  /** A line for each problem, which begins with the variable. */
  faults: readonly string[];
  warnings: string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The variable with the path of a settings file. */
export const SETTINGS_FILE = 'MILEPOST_CONFIG';
/** The end of the variable that names the file of a setting, as Docker and Kubernetes mount secrets. */
const FILE_SUFFIX = '_FILE';
/** A password, key or certificate is smaller. */
const LARGEST = 65_536;
/** Settings that hide nothing although their names end like those of secrets. */
const PUBLIC = new Set(['PUBLIC_URL', 'PUBLIC_URL_FILE']);

/** True for a setting that is a password or key, or an address that may contain one. */
export const isSecretSetting = (name: string): boolean =>
  /(?:PASSWORD|KEY|TOKEN|SECRET|HEADERS|_URL|ENDPOINT)$/.test(name) && !PUBLIC.has(name);

/**
 * Collects the settings by one rule for all: `NAME`, or `NAME_FILE` with the path of a file that contains it; both also in
 * the file of `MILEPOST_CONFIG`, before which the environment goes. An empty variable counts as not set.
 * @param emptyIsSet settings for which an empty text is a value
 */
export function collectSettings(
  environment: Variables,
  settings: ReadonlySet<string>,
  emptyIsSet: ReadonlySet<string> = new Set(),
): GivenSettings {
  const faults: string[] = [];
  const warnings: string[] = [];
  const values: Record<string, string> = {};
  const origins = new Map<string, Origin>();

  const layers = [{ variables: environment, file: null as string | null }];
  const settingsFile = environment[SETTINGS_FILE];
  if (settingsFile) {
    const text = read(settingsFile, SETTINGS_FILE, faults);
    if (text !== null) {
      const variables = parseEnv(text);
      layers.push({ variables, file: settingsFile });
      const hasSecret = Object.entries(variables).some(([name, value]) => isSecretSetting(name) && value !== '');
      if (hasSecret) warnReadable(settingsFile, SETTINGS_FILE, warnings);
      for (const name of Object.keys(variables)) {
        if (settings.has(name) || settingOfFile(name, settings) !== null) continue;
        // One that looks like a setting is a fault, as in the environment; others have no effect there.
        values[name] = variables[name] ?? '';
        warnings.push(`${name} in ${settingsFile} has no effect: there is no such setting`);
      }
    }
  }
  for (const { variables, file } of layers) {
    const isSet = (name: string) => {
      const text = variables[name];
      return text !== undefined && (text !== '' || emptyIsSet.has(name));
    };
    for (const name of settings) {
      if (origins.has(name)) continue;
      const fileName = `${name}${FILE_SUFFIX}`;
      const own = settings.has(fileName) ? '' : (variables[fileName] ?? '');
      if (isSet(name) && own !== '') faults.push(`${fileName}: cannot be set together with ${name}`);
      if (isSet(name)) {
        values[name] = variables[name] ?? '';
        origins.set(name, { kind: file === null ? 'environment' : 'settings-file', file });
      } else if (own !== '') {
        const text = read(own, fileName, faults)?.replace(/\r?\n$/, '');
        origins.set(name, { kind: 'own-file', file: own });
        if (text === undefined) continue;
        if (text === '') faults.push(`${fileName}: ${own} is empty`);
        values[name] = text;
        if (isSecretSetting(name)) warnReadable(own, fileName, warnings);
      }
    }
  }
  return { values, origins, faults, warnings };
}

/** The setting whose file a variable names; null when it names none. */
function settingOfFile(name: string, settings: ReadonlySet<string>): string | null {
  const setting = name.endsWith(FILE_SUFFIX) ? name.slice(0, -FILE_SUFFIX.length) : '';
  return settings.has(setting) && !settings.has(name) ? setting : null;
}

function read(file: string, variable: string, faults: string[]): string | null {
  try {
    const found = statSync(file);
    // A pipe without a writer would be waited for for ever.
    if (!found.isFile() && !found.isDirectory()) {
      faults.push(`${variable}: ${file} is not a regular file`);
      return null;
    }
    if (found.size > LARGEST) {
      faults.push(`${variable}: ${file} is larger than ${LARGEST} bytes`);
      return null;
    }
    return readFileSync(file, 'utf8');
  } catch (fault) {
    const reasons: Record<string, string> = {
      ENOENT: 'does not exist',
      ENOTDIR: 'does not exist',
      EACCES: 'cannot be read by the user that Milepost runs as',
      EISDIR: 'is a folder',
    };
    faults.push(`${variable}: ${file} ${reasons[codeOf(fault) ?? ''] ?? `cannot be read (${codeOf(fault)})`}`);
    return null;
  }
}

function warnReadable(file: string, variable: string, warnings: string[]): void {
  // Windows has no such bits.
  if (process.platform === 'win32' || (statSync(file).mode & 0o004) === 0) return;
  warnings.push(`${variable}: ${file} can be read by every user of this machine; chmod o-rwx ${file}`);
}
