/** Lists the decisions that a figure counts, the latest first. */
import type { CountedDecision, listedResults, Pagination } from '#contract/index.ts'
import { paginate } from '../../shared/pagination.ts'
import { namesOfOperators } from '../../store/operator-names.ts'
import type { Store } from '../../store/store.ts'
import { type DecisionFilter, decisionsIn } from '../count-decisions.ts'
import { findLatest } from './find-latest.ts'

export interface DecisionListQuery extends DecisionFilter {
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
  result?: (typeof listedResults)[number] | undefined
  /** Only rejections with this reason. */
  reason?: string | undefined
  /** The only reviewer who is named; null: all are. */
  namedReviewer: string | null
  page: number
  limit: number
}

const rowsIn = (store: Store, query: DecisionListQuery, range: { from: number; to: number }, limit: number) => {
  const { result, reason } = query
  return decisionsIn(store, query, range)
    .where((eb) => {
      if (reason !== undefined) return eb.and([eb('result', '=', 'rejected'), eb('reject_reason', '=', reason)])
      if (result === undefined) return eb.and([])
      if (result === 'decided') return eb('result', '!=', 'saved')
      if (result !== 'rejected_without_reason') return eb('result', '=', result)
      const isWithoutReason = eb.or([eb('reject_reason', 'is', null), eb('reject_reason', '=', '')])
      return eb.and([eb('result', '=', 'rejected'), isWithoutReason])
    })
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('effect_id', 'desc')
    .limit(limit)
    .execute()
}

/** The customers of conversations, as the last answer that had them says. */
async function customersOf(store: Store, conversationIds: readonly string[]): Promise<Map<string, string>> {
  if (conversationIds.length === 0) return new Map()
  const rows = await store
    .selectFrom('seen')
    .select(['id', 'title'])
    .where('kind', '=', 'conversation')
    .where('id', 'in', [...new Set(conversationIds)])
    .execute()
  return new Map(rows.filter(({ id, title }) => id !== title).map(({ id, title }) => [id, title]))
}

/** A page of the decisions of a period with these filters, without the names of agents. Sends nothing to the service. */
export async function listDecisions(
  store: Store,
  query: DecisionListQuery,
): Promise<{ decisions: CountedDecision[]; pagination: Pagination }> {
  const { workspace, namedReviewer, page, limit } = query
  const { rows, hasMore } = await findLatest(store, query, query, {
    table: 'decision_facts',
    workspace,
    rowsIn: (range, count) => rowsIn(store, query, range, count),
  })
  const customers = await customersOf(
    store,
    rows.map(({ conversation_id }) => conversation_id),
  )
  const reviewers = await namesOfOperators(store, [...new Set(rows.map(({ operator_id }) => operator_id))])
  // guard: listed-reviewers-are-named-to-administrators
  const isNamed = (operatorId: string) => namedReviewer === null || operatorId === namedReviewer
  return {
    decisions: rows.flatMap((row) =>
      row.result === null
        ? []
        : {
            id: row.effect_id,
            at: row.at,
            conversationId: row.conversation_id,
            customer: customers.get(row.conversation_id) ?? '',
            agentId: row.agent_id,
            agentName: null,
            reviewer: isNamed(row.operator_id)
              ? { id: row.operator_id, name: reviewers.get(row.operator_id) ?? row.operator_id }
              : null,
            result: row.result,
            reason: row.result === 'rejected' ? (row.reject_reason ?? '') : '',
            waitedSeconds: row.waited_seconds,
            editedShare: row.result === 'edited' ? row.edited_share : null,
          },
    ),
    pagination: paginate(page, limit, null, hasMore),
  }
}
