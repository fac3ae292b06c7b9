import { parseSync, type Plugin, Visitor } from 'vite';

const OPERATIONS = /[\\/]contract[\\/]src[\\/][\w-]+-operations\.ts$/;
/** The functions of the contract that make entries from an object, and those that make one from its summary alone. */
const MAKERS = new Set(['operation', 'recordCalls', 'bulkCalls']);
const OF_A_SUMMARY = new Set(['byId', 'deleted', 'restored']);
/** The property of an entry that forms in the browser read. */
const READ = 'input';

/**
 * Keeps the parts of contract entries that forms validate with, and drops those that only the server, its tests and its
 * documentation read: summaries, access, outputs, examples. Their schemas are a third of what a screen loads of the
 * contract.
 */
export function callInputs(): Plugin {
  return {
    name: 'call-inputs',
    apply: 'build',
    transform: {
      filter: { id: OPERATIONS },
      // Runs before types are removed, so that positions in the text are those of the source.
      order: 'pre',
      handler(code, id) {
        const cuts: [from: number, to: number][] = [];
        new Visitor({
          CallExpression({ callee, arguments: [entry] }) {
            if (!entry) return;
            if (callee.type === 'MemberExpression') {
              const { property } = callee;
              if (property.type === 'Identifier' && OF_A_SUMMARY.has(property.name) && entry.type === 'Literal')
                cuts.push([entry.start, entry.end]);
              return;
            }
            if (callee.type !== 'Identifier' || !MAKERS.has(callee.name) || entry.type !== 'ObjectExpression') return;
            for (const property of entry.properties) {
              const isRead =
                property.type === 'SpreadElement' || ('name' in property.key && property.key.name === READ);
              if (!isRead) cuts.push([property.start, property.end]);
            }
          },
        }).visit(parseSync(id, code).program);
        return blank(code, cuts);
      },
    },
  };
}

/** The text with these parts, and the comma after each, replaced by spaces, so that positions stay the same. */
function blank(code: string, cuts: readonly (readonly [from: number, to: number])[]): string {
  let text = code;
  for (const [from, to] of cuts) {
    const end = /^\s*,/.exec(code.slice(to))?.[0].length ?? 0;
    text = text.slice(0, from) + text.slice(from, to + end).replaceAll(/[^\n]/g, ' ') + text.slice(to + end);
  }
  return text;
}
