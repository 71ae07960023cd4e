/**
 * Remembers what people said about columns of their files: whether one says who must not be called. A file with the same header line does
 * not ask again. The header line is stored as a keyed hash.
 */
import { createHmac } from 'node:crypto'
import type { ColumnAnswer, Operator, RememberedAnswer } from '#contract/index.ts'
import { sameName } from '#recipients/table/cells.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { type Clock, dayMs } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'

/** An answer is asked for again when it is older than this. */
const maxAgeMs = 800 * dayMs
/** The latest answers of a workspace that are kept. */
const maxAnswers = 5_000

type GivenBy = Pick<RememberedAnswer, 'by' | 'at'>
interface AnswerToSave {
  columns: readonly string[]
  column: string
  answer: ColumnAnswer | null
  remembered?: GivenBy | undefined
}

export type ColumnAnswers = ReturnType<typeof createColumnAnswers>

/** @param deps.key the key of the header lines' hashes */
export function createColumnAnswers(deps: { store: Store; recordAction: RecordAction; clock: Clock; key: string }) {
  const { store, recordAction, clock, key } = deps
  const headerOf = (columns: readonly string[]): string =>
    createHmac('sha256', key).update(columns.map(sameName).join('\n')).digest('base64url')

  /** Deletes answers that are too old, and the oldest of those that are too many. */
  async function deleteOld(workspace: string, from: Store): Promise<void> {
    const inWorkspace = () => from.deleteFrom('column_answers').where('workspace', '=', workspace)
    await inWorkspace()
      .where('at', '<', clock.now() - maxAgeMs)
      .execute()
    const surplus = await from
      .selectFrom('column_answers')
      .select('at')
      .where('workspace', '=', workspace)
      .orderBy('at', 'desc')
      .offset(maxAnswers)
      .limit(1)
      .executeTakeFirst()
    if (surplus) await inWorkspace().where('at', '<=', surplus.at).execute()
  }

  /** What was said about the columns of a file with this header line. */
  async function find(columns: readonly string[], workspace: string): Promise<RememberedAnswer[]> {
    const rows = await store
      .selectFrom('column_answers')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('header', '=', headerOf(columns))
      .where('at', '>=', clock.now() - maxAgeMs)
      .orderBy('place')
      .execute()
    return rows.flatMap(({ place, answer, operator, at }) => {
      const column = columns[place]
      return column === undefined ? [] : [{ column, answer: JSON.parse(answer) as ColumnAnswer, by: operator, at }]
    })
  }

  /** Whether somebody of this name gave this answer then, and nobody has replaced or forgotten it. */
  async function isStillSaid(answer: ColumnAnswer | null, { by, at }: GivenBy, workspace: string): Promise<boolean> {
    const said = await store
      .selectFrom('column_answers')
      .select('at')
      .where('workspace', '=', workspace)
      .where('operator', '=', by)
      .where('at', '=', at)
      .where('answer', '=', JSON.stringify(answer))
      .limit(1)
      .executeTakeFirst()
    return said !== undefined
  }

  return {
    find,

    /**
     * Remembers an answer in place of an earlier one, or forgets it (null). An answer that was only found for another header line
     * (`remembered`) keeps who gave it when. It does not replace another one, and is not remembered again once it was forgotten.
     *
     * @throws Refusal 400 if the header line has no such column; 503 `not_recorded`
     */
    async save(
      { columns, column, answer, remembered }: AnswerToSave,
      workspace: string,
      operator: Operator,
    ): Promise<void> {
      const place = columns.indexOf(column)
      // guard: answer-is-about-a-column-of-the-file
      if (place < 0) throw noSuchColumn()
      if (remembered) {
        if ((await find(columns, workspace)).some((found) => found.column === column)) return
        if (!(await isStillSaid(answer, remembered, workspace))) return
      }
      const header = headerOf(columns)
      const ids = { workspaceId: workspace, means: answer?.means ?? 'forgotten' }
      await recordAction({ endpoint: 'columnAnswerSave', ids, operator }, () =>
        store.transaction().execute(async (transaction) => {
          await transaction
            .deleteFrom('column_answers')
            .where('workspace', '=', workspace)
            .where('header', '=', header)
            .where('place', '=', place)
            .execute()
          if (!answer) return
          const given = remembered ?? { by: operator.name, at: clock.now() }
          const said = { answer: JSON.stringify(answer), operator: given.by, at: given.at }
          const key = { workspace, header, place }
          // Two people may answer at the same time.
          await transaction
            .insertInto('column_answers')
            .values({ ...key, ...said })
            .onConflict((conflict) => conflict.columns(['workspace', 'header', 'place']).doUpdateSet(said))
            .execute()
          await deleteOld(workspace, transaction)
        }),
      )
    },
  }
}

const noSuchColumn = () =>
  refusal({
    status: 400,
    code: 'invalid_request',
    message: 'The header line has no such column. Nothing was changed.',
    fields: { column: 'Not in the header line.' },
  })
