/** Links to the pages that belong together, below their header: the tabs of an entry of the sidebar, and of reports. */
import { useLocation } from 'react-router'
import { useSession } from '#api/session.ts'
import { PlainLink } from '../navigation/link.tsx'
import { entryOf } from '../navigation/page-table.ts'

interface Tab {
  label: string
  to: string
  isCurrent: boolean
}

const scrollToTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav aria-label={label}>
    {/* One row, which scrolls if it is too long. Its line is a shadow, because the tab that is open stands on it. */}
    <ul className="flex gap-x-4 overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none]">
      {tabs.map((tab) => (
        <li key={tab.to} ref={tab.isCurrent ? scrollToTab : undefined}>
          <PlainLink
            to={tab.to}
            aria-current={tab.isCurrent ? 'page' : undefined}
            className="not-aria-[current]:print:hidden inline-flex h-9 items-center border-b-2 border-transparent px-1 whitespace-nowrap text-muted focus-visible:-outline-offset-2 transition-colors hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
          >
            {tab.label}
          </PlainLink>
        </li>
      ))}
    </ul>
  </nav>
)

/** The tabs of the page's entry. Nothing on the page of one record, which leads back to its list, and if the entry has one page. */
export function EntryTabs() {
  const { pathname } = useLocation()
  const { extensions } = useSession()
  const entry = entryOf(pathname)
  // Also before it is known whether the service has a page, which says so: a tab that comes later would move what is below.
  const pages = entry?.pages.filter(({ capability }) => !capability || extensions[capability] !== false) ?? []
  if (!entry || pages.length < 2 || pages.every(({ path }) => path !== pathname)) return null
  return (
    <Tabs
      label={entry.label}
      tabs={pages.map(({ tabLabel, path }) => ({ label: tabLabel, to: path, isCurrent: path === pathname }))}
    />
  )
}
