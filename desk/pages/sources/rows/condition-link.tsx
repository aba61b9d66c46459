import type { ComponentChildren } from 'preact';
import { type Conditions, hasConditions, linkToRows, withConditions } from './table-query.ts';

/** Shows the rows with these conditions, beside the other ones in force; where they are in force, without them. */
export function ConditionLink(props: {
  readonly sourceId: string;
  readonly query: URLSearchParams;
  readonly conditions: Conditions;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const { sourceId, query, conditions } = props;
  const isInForce = hasConditions(query, conditions);
  const none = Object.fromEntries(Object.keys(conditions).map((name) => [name, undefined]));
  return (
    <a
      class={props.class}
      href={linkToRows(sourceId, withConditions(query, isInForce ? none : conditions))}
      aria-current={isInForce ? 'true' : undefined}
    >
      {props.children}
    </a>
  );
}
