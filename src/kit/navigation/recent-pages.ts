/** The pages of records that were open in this tab, the latest first. Only in memory, because their titles are names and numbers. */
export interface RecentPage {
  path: string
  title: string
  /** The list that it belongs to. */
  list: string
}

const maxPages = 6
let pages: readonly RecentPage[] = []

/** A form is not a place to go back to. */
const isForm = (path: string) => /\/(new|edit|import|templates)$/.test(path)

/** Called whenever the page is rendered: its title may be known only then. */
export function noteOpenPage(page: RecentPage): void {
  if (isForm(page.path)) return
  pages = [page, ...pages.filter(({ path }) => path !== page.path)].slice(0, maxPages)
}

/** The others. @param current the path of the page that is open */
export const recentPages = (current: string): RecentPage[] => pages.filter(({ path }) => path !== current)
