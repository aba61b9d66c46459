import { type Body, noCompanyReasons } from '../../../../client/index.ts';
import type { AnswerOf } from '../../../api-calls.ts';
import type { Mark } from '../../review/state/review-api.ts';

/** What one click decides about all open rows with a reason. */

export type Reason = AnswerOf<'listSourceReasons'>['reasons'][number];

export type DecisionOfReason = Required<
  Pick<Body<'acceptSourceReason'>, 'reason' | 'rows' | 'action' | 'remember' | 'maxCredits'>
> &
  Pick<Body<'acceptSourceReason'>, 'status'>;

export function mayAccept({ acceptable, single_candidate_rows: rows }: Reason): boolean {
  return acceptable && rows > 0;
}

/** Whether a click decides the rows for good: it settles them, or says that they are no companies. */
export function isDecidedAtOnce(reason: Reason): boolean {
  return mayAccept(reason) || chooseMark(reason) === 'not_a_company';
}

/** How rows of the reason are marked, if a person most likely says the same of all of them. */
export function chooseMark(reason: Reason): Mark | null {
  if (mayAccept(reason)) return null;
  if (noCompanyReasons.some((code) => code === reason.code)) return 'not_a_company';
  return reason.resolve_status === 'not_found' && reason.code !== null ? 'none_of_these' : null;
}
