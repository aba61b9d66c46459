import { parser } from '@prometheus-io/lezer-promql';

export interface ParsedQuery {
  /** Parts that Prometheus would not understand. */
  readonly faults: readonly string[];
  readonly selectors: readonly Selector[];
  /** Labels that results are grouped or matched by. */
  readonly groupedBy: readonly string[];
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly op: string; readonly value: string }[];
}

/** Reads a query with the grammar of Prometheus. */
export function parseQuery(query: string): ParsedQuery {
  const faults: string[] = [];
  const selectors: { metric: string; matchers: { label: string; op: string; value: string }[] }[] = [];
  const groupedBy: string[] = [];
  const text = ({ from, to }: { readonly from: number; readonly to: number }) => query.slice(from, to);
  parser.parse(query).iterate({
    enter(node) {
      if (node.type.isError) faults.push(text({ from: Math.max(0, node.from - 20), to: node.to + 20 }));
      if (node.name === 'VectorSelector') {
        const name = node.node.getChild('Identifier');
        selectors.push({ metric: name ? text(name) : '', matchers: [] });
      }
      if (node.name === 'UnquotedLabelMatcher') {
        const [label, op, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((kind) => {
          const part = node.node.getChild(kind);
          return part ? text(part) : '';
        });
        selectors
          .at(-1)
          ?.matchers.push({ label: label ?? '', op: op ?? '', value: (value ?? '').slice(1, -1) });
      }
      if (node.name === 'GroupingLabels')
        groupedBy.push(...node.node.getChildren('LabelName').map((label) => text(label)));
    },
  });
  return { faults, selectors, groupedBy };
}

/** What a service exposes: the values of each label, by the name of the samples. A metric without samples has no labels. */
export type Exposed = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Reads the Prometheus format. */
export function readExposition(metrics: string): Exposed {
  const exposed = new Map<string, Map<string, Set<string>>>();
  for (const line of metrics.split('\n')) {
    const [, declared, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (declared !== undefined) {
      const names =
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => declared + end) : [declared];
      for (const each of names) exposed.set(each, exposed.get(each) ?? new Map());
    }
    const [, name, labels = ''] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    const known = name === undefined ? undefined : exposed.get(name);
    for (const [, label = '', value = ''] of labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g))
      known?.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return exposed;
}
