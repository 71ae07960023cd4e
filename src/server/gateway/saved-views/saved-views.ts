/** Saved views: named filters of a page. Each belongs to the operator who saved it, who may share it with the team. */
import { randomUUID } from 'node:crypto'
import {
  type EndpointName,
  listNames,
  type Operator,
  presentFilters,
  type SavedView,
  savedViewLimits,
  type ViewFilters,
  type ViewPage,
  type ViewValues,
  viewFields,
} from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Store, Tables } from '../store/store.ts'

type ViewRow = Tables['saved_views']

const inOrder = new Intl.Collator('en', { numeric: true })

function present({ id, page, name, filters: stored, is_shared, owner, owner_id }: ViewRow): SavedView {
  const filters = presentFilters(page, JSON.parse(stored) as ViewFilters)
  return { id, page, name, filters, isShared: Boolean(is_shared), owner, ownerId: owner_id }
}

/** Names that differ only in case are the same. */
const fold = (name: string): string => name.normalize('NFC').toLowerCase()

/** @throws Refusal 400 unless there is a filter, and the page has all of them */
function assertFilters(page: ViewPage, filters: ViewFilters): void {
  const names = Object.keys(filters)
  const unknown = names.filter((name) => !viewFields[page].includes(name))
  // guard: view-has-only-filters-of-its-page
  if (names.length === 0 || unknown.length > 0) throw unsuitableFilters(unknown)
}

export function createSavedViews({ store, recordAction }: { store: Store; recordAction: RecordAction }) {
  const visibleTo = (operatorId: string, workspace: string) =>
    store
      .selectFrom('saved_views')
      .selectAll()
      .where('workspace', '=', workspace)
      .where((where) => where.or([where('owner_id', '=', operatorId), where('is_shared', '=', 1)]))

  /** @throws Refusal 404, or 403 `not_yours`: a colleague's view, and the operator is no administrator */
  async function findChangeable(id: string, workspace: string, operator: Operator): Promise<ViewRow> {
    const row = await visibleTo(operator.id, workspace).where('id', '=', id).executeTakeFirst()
    // guard: own-views-stay-private
    if (!row) throw viewNotFound()
    // guard: only-own-views-are-changed
    if (row.owner_id !== operator.id && !operator.roles.includes('admin')) throw notYours(row.owner)
    return row
  }

  /** Performs a change. The audit has it if the team sees it, without the view's name. */
  const record = <T>(
    endpoint: EndpointName,
    { id, workspace, isShared }: { id: string; workspace: string; isShared: boolean },
    operator: Operator,
    perform: () => Promise<T>,
  ): Promise<T> =>
    isShared ? recordAction({ endpoint, ids: { viewId: id, workspaceId: workspace }, operator }, perform) : perform()

  return {
    /** Lists the operator's own views of a page and those that colleagues share, by name. */
    async list(page: ViewPage, workspace: string, operatorId: string): Promise<SavedView[]> {
      const rows = await visibleTo(operatorId, workspace).where('page', '=', page).execute()
      return rows.map(present).toSorted((one, other) => inOrder.compare(one.name, other.name))
    },

    /**
     * Saves a view of the operator.
     *
     * @throws Refusal 400; 409 `name_taken`, `too_many_views`; 503 `not_recorded`
     */
    create(
      { page, name, filters, isShared }: ViewValues & { page: ViewPage },
      workspace: string,
      operator: Operator,
    ): Promise<SavedView> {
      assertFilters(page, filters)
      const row: ViewRow = {
        id: randomUUID(),
        workspace,
        page,
        owner_id: operator.id,
        owner: operator.name,
        name,
        folded_name: fold(name),
        filters: JSON.stringify(filters),
        is_shared: Number(isShared),
      }
      return record('savedViewCreate', { id: row.id, workspace, isShared }, operator, () =>
        store.transaction().execute(async (transaction) => {
          const { numInsertedOrUpdatedRows } = await transaction
            .insertInto('saved_views')
            .values(row)
            .onConflict((conflict) => conflict.columns(['workspace', 'page', 'owner_id', 'folded_name']).doNothing())
            .executeTakeFirstOrThrow()
          // guard: view-names-differ
          if (Number(numInsertedOrUpdatedRows) === 0) throw nameTaken(name)
          const ownViews = await transaction
            .selectFrom('saved_views')
            .select('id')
            .where('workspace', '=', workspace)
            .where('page', '=', page)
            .where('owner_id', '=', operator.id)
            .execute()
          // guard: views-are-limited
          if (ownViews.length > savedViewLimits.perPage) throw tooManyViews()
          return present(row)
        }),
      )
    },

    /**
     * Changes some values of a view; those that are left out stay.
     *
     * @throws Refusal 400; 403 `not_yours`; 404; 409 `name_taken`; 503 `not_recorded`
     */
    async change(id: string, changes: Partial<ViewValues>, workspace: string, operator: Operator): Promise<SavedView> {
      const row = await findChangeable(id, workspace, operator)
      if (changes.filters) assertFilters(row.page, changes.filters)
      const { name, filters, isShared } = { ...present(row), ...changes }
      const isSeen = isShared || Boolean(row.is_shared)
      return record('savedViewChange', { id, workspace, isShared: isSeen }, operator, () =>
        store.transaction().execute(async (transaction) => {
          const sameName = await transaction
            .selectFrom('saved_views')
            .select('id')
            .where('workspace', '=', workspace)
            .where('page', '=', row.page)
            .where('owner_id', '=', row.owner_id)
            .where('folded_name', '=', fold(name))
            .where('id', '<>', id)
            .executeTakeFirst()
          // guard: view-names-stay-different
          if (sameName) throw nameTaken(name)
          const changed = await transaction
            .updateTable('saved_views')
            .set({ name, folded_name: fold(name), filters: JSON.stringify(filters), is_shared: Number(isShared) })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirst()
          if (!changed) throw viewNotFound()
          return present(changed)
        }),
      )
    },

    /** Deletes a view. @returns the deleted view @throws Refusal 403 `not_yours`; 404; 503 `not_recorded` */
    async remove(id: string, workspace: string, operator: Operator): Promise<SavedView> {
      const view = present(await findChangeable(id, workspace, operator))
      await record('savedViewDelete', { id, workspace, isShared: view.isShared }, operator, () =>
        store.deleteFrom('saved_views').where('id', '=', id).execute(),
      )
      return view
    },
  }
}

const viewNotFound = () => notFound('This view does not exist any more. Nothing was changed.')

const notYours = (owner: string) =>
  refusal({
    status: 403,
    code: 'not_yours',
    message: `${owner} saved this view. Only they and administrators can change it. Nothing was changed.`,
  })

const unsuitableFilters = (unknown: readonly string[]) =>
  refusal({
    status: 400,
    code: 'invalid_request',
    message:
      unknown.length === 0
        ? 'A view needs at least one filter. Nothing was saved.'
        : `A view of this page cannot have ${listNames(unknown)}. Nothing was saved.`,
  })

const nameTaken = (name: string) => {
  const message = `There is already a view “${name}” of this page. Nothing was saved. Choose another name.`
  return refusal({ status: 409, code: 'name_taken', message, fields: { name: message } })
}

const tooManyViews = () =>
  refusal({
    status: 409,
    code: 'too_many_views',
    message: `You have ${savedViewLimits.perPage} views of this page, which is the most. Nothing was saved. Delete one first.`,
  })
