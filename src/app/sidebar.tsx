/** The sidebar with the pages. On narrow screens it opens from the top bar, in the browser's top layer. */
import PanelLeft from 'lucide-react/icons/panel-left'
import { useLocation } from 'react-router'
import { read, useRead } from '#api/reads.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { entryOf, type NavEntry, type NavPage, navigation } from '#kit/navigation/page-table.ts'
import { paths } from '#kit/navigation/paths.ts'
import { Logo } from '#kit/page/logo.tsx'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { cx } from '#ui/classes.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { number } from '#ui/text/format-number.ts'
import { Kbd } from '#ui/text/kbd.tsx'
import { useTip } from '#ui/tooltip.tsx'
import * as texts from './texts.ts'

/** The logo with the product's name, unless the sidebar is collapsed. */
const Wordmark = () => (
  <>
    <Logo />
    <span className="folded:hidden">{texts.productName}</span>
  </>
)

export const sidebarId = 'sidebar'

/** If the sidebar is open as a drawer, following a link closes it. */
const closeDrawer = () => {
  const sidebar = document.getElementById(sidebarId)
  if (sidebar?.matches(':popover-open')) sidebar.hidePopover()
}

/** How much waits for a person or is live, by page. Refetched when the status says that it changed; costs the service nothing. */
const countsRead = read('countShow', {}, 'background')

interface SidebarLinkProps {
  entry: NavEntry
  isCurrent: boolean
  isCollapsed: boolean
  /** How much waits on the page for a person, or is live. */
  count: number
}

function SidebarLink({ entry: { label, pages }, isCurrent, isCollapsed, count }: SidebarLinkProps) {
  'use no memo'
  const tip = useTip(isCollapsed && label)
  const isLive = pages[0].id === 'calls'
  return (
    <li className="group/page relative">
      <PlainLink
        to={pages[0].path}
        onClick={closeDrawer}
        aria-current={isCurrent ? 'page' : undefined}
        {...tip.trigger}
        aria-describedby={undefined}
        className="group relative flex h-row items-center gap-2.5 rounded-base px-2.5 text-soft transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink folded:justify-center folded:px-0"
      >
        <span className="text-muted group-hover:text-ink group-aria-[current=page]:text-accent">
          <Glyph icon={pages[0].icon} />
        </span>
        <span className="flex-1 whitespace-nowrap folded:sr-only">{label}</span>
        <span
          aria-hidden
          className="opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 folded:hidden"
        >
          <Kbd keys={pages[0].keys} />
        </span>
      </PlainLink>
      {count > 0 && (
        <span
          translate="no"
          className={cx(
            'pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-label tabular-nums group-focus-within/page:opacity-0 group-hover/page:opacity-0 folded:right-0.5 folded:bottom-auto folded:text-tiny',
            isLive ? 'text-live-ink' : 'text-muted',
          )}
        >
          {number(count)}
          <span className="sr-only">{isLive ? ' live' : texts.waiting}</span>
        </span>
      )}
      {tip.bubble}
    </li>
  )
}

export function Sidebar() {
  'use no memo'
  const { pathname } = useLocation()
  const currentEntry = entryOf(pathname)
  const isCollapsed = usePreference('sidebar') === 'folded'
  const counts = useRead(countsRead).data
  const countOf: Partial<Record<NavPage['id'], number>> = counts
    ? { calls: counts.live, review: counts.drafts, batches: counts.prepared + counts.approvals }
    : {}
  const toggleSidebar = () => setPreference('sidebar', isCollapsed ? 'open' : 'folded')
  useShortcut('sidebar', toggleSidebar)
  return (
    <nav
      id={sidebarId}
      popover="auto"
      aria-label={texts.pages}
      className="print:hidden inset-auto m-0 h-dvh max-h-none w-60 border-r border-line bg-ground p-0 text-ink open:fixed open:top-0 open:left-0 open:flex open:flex-col open:shadow-float backdrop:bg-veil md:sticky md:top-0 md:flex md:w-56 md:flex-col folded:w-14"
    >
      <PlainLink
        to={paths.home()}
        aria-label="Switchboard home"
        className="mx-2 flex h-top-bar shrink-0 items-center gap-2 rounded-base px-2 font-semibold tracking-[-0.01em] folded:mx-0 folded:justify-center folded:px-0"
      >
        <Wordmark />
      </PlainLink>
      <ul className="flex-1 overflow-y-auto px-2 pt-1.5 pb-3">
        {navigation.map((entry) => (
          <SidebarLink
            key={entry.label}
            entry={entry}
            isCurrent={entry === currentEntry}
            isCollapsed={isCollapsed}
            count={countOf[entry.pages[0].id] ?? 0}
          />
        ))}
      </ul>
      <div className={cx('hidden px-3 pb-3 md:flex', isCollapsed && 'justify-center')}>
        <IconButton
          icon={PanelLeft}
          label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          onClick={toggleSidebar}
        />
      </div>
    </nav>
  )
}
