/** Filters in the address of a page, and the saved view that they belong to. Pure. */
import {
  presentFilters,
  type SavedView,
  type ViewFilters,
  type ViewPage,
  viewFields,
  viewWords,
} from '#contract/index.ts'

/** The filters of an address and the words of the page's search field, as a view of the page stores them. */
export const filtersOf = (page: ViewPage, search: URLSearchParams, words = ''): ViewFilters =>
  Object.fromEntries(
    viewFields[page]
      .map((name) => [name, name === viewWords ? words.trim() : (search.get(name) ?? '')])
      .filter(([, value]) => value !== ''),
  )

/** Without the private views of somebody else, which stay in the cache for a moment after demo users are switched. */
export const visibleTo = (views: readonly SavedView[], myId: string): SavedView[] =>
  views.filter(({ isShared, ownerId }) => isShared || ownerId === myId)

/** The query of the address with these filters: of the view's page, with nothing open, and without words. */
export function searchOf(filters: ViewFilters): string {
  const parameters = new URLSearchParams(filters)
  parameters.delete(viewWords)
  return `?${parameters}`
}

export const areSame = (some: ViewFilters, others: ViewFilters): boolean =>
  Object.keys(some).length === Object.keys(others).length &&
  Object.entries(some).every(([name, value]) => others[name] === value)

/** For the loader of a page: the query that says now what one of an older version did; null: it is one of today. */
export function presentSearch(page: ViewPage, url: string): string | null {
  const search = Object.fromEntries(new URL(url).searchParams)
  const present = presentFilters(page, search)
  return areSame(search, present) ? null : searchOf(present)
}

/**
 * The view that a page shows.
 *
 * @param chosenId the view that was chosen last; '' if none was
 * @param myId the operator's ID
 * @returns the view with these filters, or the chosen one if its filters were changed since; null if there is neither, or no filter
 */
export function currentView(
  views: readonly SavedView[],
  filters: ViewFilters,
  chosenId: string,
  myId: string,
): { view: SavedView; isChanged: boolean } | null {
  if (Object.keys(filters).length === 0) return null
  const same = views.filter((view) => areSame(view.filters, filters))
  const shown = same.find(({ id }) => id === chosenId) ?? same.find(({ ownerId }) => ownerId === myId) ?? same[0]
  if (shown) return { view: shown, isChanged: false }
  const chosen = views.find(({ id }) => id === chosenId)
  return chosen ? { view: chosen, isChanged: true } : null
}
