const IMPORT = /import\s*\{([^}]*)\}\s*from '@tabler\/icons-react'/g;

/** The names of the Tabler icons that a source imports, such as `IconTruck`, without types. */
export function iconsOf(source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
      .filter((name) => /^Icon[A-Z0-9]/.test(name)),
  );
}

/** Converts a Tabler name to the name of its React component: `map-pin-2` to `IconMapPin2`. */
export const componentName = (name: string): string =>
  `Icon${name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}`;
