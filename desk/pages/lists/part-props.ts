import type { AnswerOf } from '../../api-calls.ts';
import type { List } from './lists-page.tsx';

export type ListDetail = AnswerOf<'getList'>;

/** What each part of a List's page gets. */
export interface PartProps {
  readonly detail: ListDetail;
  /** Nothing about the List can be changed: it is archived, or the key is read-only. */
  readonly isFixed: boolean;
  /** Takes over the List after a call that changed it. */
  readonly onChanged: (list?: List) => void;
}
