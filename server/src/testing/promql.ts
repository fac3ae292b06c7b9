import { parser } from '@prometheus-io/lezer-promql';

type Node = ReturnType<typeof parser.parse>['topNode'];

/** A series that a query reads. */
export interface Selected {
  metric: string;
  /** The labels of its matchers, and of the aggregations around it. */
  labels: string[];
}

/**
 * The series of a PromQL query, with the labels that each must have.
 * @throws Error with the place, when the query cannot be parsed
 */
export function selectedSeries(query: string): Selected[] {
  const tree = parser.parse(query);
  const selected: Selected[] = [];
  const textOf = ({ from, to }: Pick<Node, 'from' | 'to'>) => query.slice(from, to);
  const visit = (node: Node, grouping: readonly string[]): void => {
    if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${query.slice(node.from, node.from + 30)}`);
    const groups = node.name === 'AggregateExpr' ? labelsIn(node.getChild('AggregateModifier')) : [];
    if (node.name === 'VectorSelector') {
      const [metric] = childrenOf(node);
      const matched = labelsIn(node.getChild('LabelMatchers'));
      selected.push({ metric: metric ? textOf(metric) : '', labels: [...matched, ...grouping] });
    }
    for (const child of childrenOf(node)) visit(child, [...grouping, ...groups]);
  };
  const labelsIn = (node: Node | null): string[] => {
    if (node === null) return [];
    return node.name === 'LabelName' ? [textOf(node)] : childrenOf(node).flatMap(labelsIn);
  };
  visit(tree.topNode, []);
  return selected;
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
