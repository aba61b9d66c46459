import type { Config } from '../../config.ts';
import type { MetricValues } from '../../http/metric-values.ts';

/** What the parent process tells a worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly worker: number; readonly config: Config }
  | { readonly kind: 'stop' }
  | { readonly kind: 'measure' }
  /** Without values if the metrics could not be merged. */
  | { readonly kind: 'metrics'; readonly values: MetricValues | null };

/** What a worker tells the parent process. */
export type ToParent =
  /** The first message. What comes to a worker before it listens is lost. */
  | { readonly kind: 'listening' }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'measured'; readonly values: MetricValues }
  /** A caller of this worker wants the metrics of the whole service. */
  | { readonly kind: 'metricsWanted' };
