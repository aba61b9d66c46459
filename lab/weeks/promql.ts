import { parser } from '@prometheus-io/lezer-promql';

/**
 * The part of PromQL that the dashboard uses, over scrapes that are kept in memory. It differs from Prometheus in two ways: a rate is
 * the slope between the first and the last sample of its window, without extrapolation to its ends, and a series without a
 * sample in the newest scrape is gone at once.
 */

type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** What the service exposed at one moment. */
export interface Scrape {
  /** Seconds of this machine, from which rates are made. */
  readonly at: number;
  /** Seconds of the service's clock since 1970, which `time()` gives. */
  readonly clock: number;
  /** By the name of the metric. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

type Value = number | readonly Sample[];
type Node = ReturnType<typeof parser.parse>['topNode'];

/** Samples in the text format of Prometheus, each with more labels. */
export function readSamples(metrics: string, more: Labels): Map<string, Sample[]> {
  const found = new Map<string, Sample[]>();
  for (const line of metrics.split('\n')) {
    const [, name, written = '', value] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const labels: Record<string, string> = { ...more };
    for (const [, label = '', text = ''] of written.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g))
      labels[label] = text.replace(/\\(["\\])/g, '$1');
    const samples = found.get(name) ?? [];
    samples.push({ labels, value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value) });
    found.set(name, samples);
  }
  return found;
}

/**
 * The result of a query at the newest of these scrapes.
 * @param scrapes oldest first
 * @throws if the query needs something that is not here
 */
export function evaluate(query: string, scrapes: readonly Scrape[]): readonly Sample[] {
  const newest = scrapes.at(-1);
  if (newest === undefined) return [];
  const value = new Evaluation(query, scrapes, newest).value(only(parser.parse(query).topNode));
  return typeof value === 'number' ? [{ labels: {}, value }] : value;
}

class Evaluation {
  readonly #query: string;
  readonly #scrapes: readonly Scrape[];
  readonly #newest: Scrape;

  constructor(query: string, scrapes: readonly Scrape[], newest: Scrape) {
    this.#query = query;
    this.#scrapes = scrapes;
    this.#newest = newest;
  }

  value(node: Node): Value {
    switch (node.name) {
      case 'NumberDurationLiteral':
        return Number(this.#text(node));
      case 'ParenExpr':
        return this.value(only(node));
      case 'VectorSelector':
        return this.#selected(node, this.#newest);
      case 'FunctionCall':
        return this.#called(node);
      case 'AggregateExpr':
        return this.#aggregated(node);
      case 'BinaryExpr':
        return this.#combined(node);
      default:
        throw new Error(`${node.name} is not supported: ${this.#query}`);
    }
  }

  #vector(node: Node | undefined): readonly Sample[] {
    const value = node && this.value(node);
    if (value === undefined || typeof value === 'number') throw new Error(`no vector: ${this.#query}`);
    return value;
  }

  #number(node: Node | undefined): number {
    const value = node && this.value(node);
    if (typeof value !== 'number') throw new Error(`no number: ${this.#query}`);
    return value;
  }

  #selected(node: Node, scrape: Scrape): Sample[] {
    const name = this.#text(node.getChild('Identifier'));
    const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
      (matcher) => {
        const [label, op, text] = ['LabelName', 'MatchOp', 'StringLiteral'].map((kind) =>
          this.#text(matcher.getChild(kind)),
        );
        const wanted = (text ?? '').slice(1, -1);
        const isRegex = op?.endsWith('~') === true;
        const matches = isRegex
          ? (value: string) => new RegExp(`^(?:${wanted})$`).test(value)
          : (value: string) => value === wanted;
        return ({ labels }: Sample) => matches(labels[label ?? ''] ?? '') !== (op?.startsWith('!') === true);
      },
    );
    return (scrape.samples.get(name) ?? []).filter((sample) => matchers.every((matches) => matches(sample)));
  }

  #called(node: Node): Value {
    const name = this.#text(node.getChild('FunctionIdentifier'));
    const args = childrenOf(node.getChild('FunctionCallBody'));
    if (name === 'time') return this.#newest.clock;
    if (name === 'vector') return [{ labels: {}, value: this.#number(args[0]) }];
    if (name === 'rate') return this.#rates(args[0], 1);
    if (name === 'increase') return this.#rates(args[0], Number.NaN);
    if (name === 'histogram_quantile') return quantiles(this.#number(args[0]), this.#vector(args[1]));
    throw new Error(`${name} is not supported: ${this.#query}`);
  }

  /** The slope of each counter in the window, in seconds, times `seconds`; NaN: times the window. */
  #rates(node: Node | undefined, seconds: number): Sample[] {
    if (node?.name !== 'MatrixSelector') throw new Error(`no window: ${this.#query}`);
    const selector = node.getChild('VectorSelector');
    const window = durationOf(this.#text(node.getChild('DurationExpr')));
    if (selector === null) throw new Error(`no selector: ${this.#query}`);
    const counters = new Map<
      string,
      { labels: Labels; first: number; last: number; value: number; increase: number }
    >();
    for (const scrape of this.#scrapes) {
      if (scrape.at <= this.#newest.at - window) continue;
      for (const { labels, value } of this.#selected(selector, scrape)) {
        const key = keyOf(labels);
        const counter = counters.get(key) ?? {
          labels,
          first: scrape.at,
          last: scrape.at,
          value,
          increase: 0,
        };
        // A counter that is smaller than before began again with 0.
        counter.increase += value < counter.value ? value : value - counter.value;
        counters.set(key, Object.assign(counter, { last: scrape.at, value }));
      }
    }
    const times = Number.isNaN(seconds) ? window : seconds;
    return [...counters.values()]
      .filter(({ first, last }) => last > first)
      .map(({ labels, first, last, increase }) => ({ labels, value: (increase / (last - first)) * times }));
  }

  #aggregated(node: Node): Sample[] {
    const op = this.#text(node.getChild('AggregateOp'));
    const args = childrenOf(node.getChild('FunctionCallBody'));
    const vector = this.#vector(args.at(-1));
    if (op === 'topk') return [...vector].sort((a, b) => b.value - a.value).slice(0, this.#number(args[0]));
    const modifier = node.getChild('AggregateModifier');
    if (modifier && !modifier.getChild('By')) throw new Error(`only by is supported: ${this.#query}`);
    const by =
      modifier
        ?.getChild('GroupingLabels')
        ?.getChildren('LabelName')
        .map((label) => this.#text(label)) ?? [];
    const combine = { sum: (a: number, b: number) => a + b, max: Math.max, min: Math.min }[op];
    if (combine === undefined) throw new Error(`${op} is not supported: ${this.#query}`);
    const groups = new Map<string, Sample>();
    for (const { labels, value } of vector) {
      const kept = Object.fromEntries(
        by.flatMap((label) => (labels[label] === undefined ? [] : [[label, labels[label]]])),
      );
      const key = keyOf(kept);
      const group = groups.get(key);
      groups.set(key, { labels: kept, value: group ? combine(group.value, value) : value });
    }
    return [...groups.values()];
  }

  #combined(node: Node): Value {
    const [left, operator, right] = childrenOf(node);
    if (!left || !operator || !right) throw new Error(`incomplete: ${this.#query}`);
    if (operator.name === 'Or') {
      const one = this.#vector(left);
      const known = new Set(one.map(({ labels }) => keyOf(labels)));
      return [...one, ...this.#vector(right).filter(({ labels }) => !known.has(keyOf(labels)))];
    }
    const compute = operations[operator.name];
    if (compute === undefined) throw new Error(`${operator.name} is not supported: ${this.#query}`);
    const [one, other] = [this.value(left), this.value(right)];
    if (typeof one === 'number' && typeof other === 'number') return compute(one, other);
    if (typeof one === 'number')
      return (other as readonly Sample[]).map(({ labels, value }) => ({
        labels,
        value: compute(one, value),
      }));
    if (typeof other === 'number')
      return one.map(({ labels, value }) => ({ labels, value: compute(value, other) }));
    const others = new Map(other.map(({ labels, value }) => [keyOf(labels), value]));
    return one.flatMap(({ labels, value }) => {
      const match = others.get(keyOf(labels));
      return match === undefined ? [] : [{ labels, value: compute(value, match) }];
    });
  }

  #text(node: { readonly from: number; readonly to: number } | null): string {
    return node === null ? '' : this.#query.slice(node.from, node.to);
  }
}

const operations: Readonly<Partial<Record<string, (a: number, b: number) => number>>> = {
  Add: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Mul: (a, b) => a * b,
  Div: (a, b) => a / b,
};

function childrenOf(node: Node | null): Node[] {
  const found: Node[] = [];
  for (let child = node?.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}

function only(node: Node): Node {
  const [child, ...rest] = childrenOf(node);
  if (!child || rest.length > 0) throw new Error(`${node.name} has ${rest.length + 1} parts`);
  return child;
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Seconds. */
function durationOf(text: string): number {
  const [, amount, unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  const seconds = { ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400 }[unit];
  if (seconds === undefined) throw new Error(`${text} is no duration`);
  return Number(amount) * seconds;
}

/** As Prometheus estimates them: even within a bucket, and at most the end of the last finite one. */
function quantiles(rank: number, vector: readonly Sample[]): Sample[] {
  const groups = new Map<string, { labels: Labels; buckets: { end: number; count: number }[] }>();
  for (const { labels: all, value } of vector) {
    const { le = '', ...labels } = all;
    const group = groups.get(keyOf(labels)) ?? { labels, buckets: [] };
    group.buckets.push({ end: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), count: value });
    groups.set(keyOf(labels), group);
  }
  return [...groups.values()].flatMap(({ labels, buckets }) => {
    buckets.sort((a, b) => a.end - b.end);
    const total = buckets.at(-1)?.count ?? 0;
    if (total === 0 || buckets.length < 2) return [];
    const wanted = rank * total;
    const place = buckets.findIndex(({ count }) => count >= wanted);
    const { end, count } = buckets[place] ?? { end: 0, count: 0 };
    const before = buckets[place - 1] ?? { end: 0, count: 0 };
    if (end === Number.POSITIVE_INFINITY) return [{ labels, value: before.end }];
    const part = count === before.count ? 0 : (wanted - before.count) / (count - before.count);
    return [{ labels, value: before.end + (end - before.end) * part }];
  });
}
