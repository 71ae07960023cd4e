/** The top bar: the mode, the workspace, the page, search, the request budget and the account menu. */
import MenuIcon from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useRead } from '#api/reads.ts'
import { useMyId, useSession, useWorkspace } from '#api/session.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { decisionsRead } from '#components/decisions/decisions.ts'
import { ModeBadge, ModeLine } from '#kit/actions/mode-badge.tsx'
import { shortcuts } from '#kit/keyboard/shortcut-table.ts'
import { entryOf } from '#kit/navigation/page-table.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { BudgetGauge } from './connection/budget-gauge.tsx'
import { Freshness } from './connection/freshness.tsx'
import { OperatorMenu } from './session/operator-menu.tsx'
import { sidebarId } from './sidebar.tsx'
import * as texts from './texts.ts'

const separator = '/'

const UnfinishedCount = lazyPart(() => import('./unfinished-count.tsx'))
const WorkspaceMenu = lazyPart(() => import('./session/workspace-menu.tsx'))

/** Loads the code when there is something to count, so the first page is lighter. */
function LazyUnfinishedCount() {
  const { data } = useRead(decisionsRead)
  const [isNeeded, setIsNeeded] = useState(false)
  const unknown = useRead(unknownEffectsRead).data?.effects ?? []
  const myId = useMyId()
  const hasDecision = data?.decisions.some(({ operatorId, dismissed }) => operatorId === myId && !dismissed)
  if (!isNeeded && (hasDecision || unknown.length > 0)) setIsNeeded(true)
  if (!isNeeded) return null
  return (
    <Suspense>
      <UnfinishedCount />
    </Suspense>
  )
}

/** The workspace of this tab, as a menu if there are several. */
function WorkspaceName() {
  const { workspaces } = useSession()
  const workspace = useWorkspace()
  if (!workspace) return null
  const name = (
    <span translate="no" dir="auto" className="hidden truncate text-muted md:inline">
      {workspace.name}
    </span>
  )
  if (workspaces.length === 1) return name
  return (
    <Suspense fallback={name}>
      <WorkspaceMenu />
    </Suspense>
  )
}

interface Props {
  onSearch: () => void
  /** Loads the code of the search. Called when the pointer or the focus reaches the search button. */
  preloadSearch: () => void
  onHelp: () => void
}

export function TopBar({ onSearch, preloadSearch, onHelp }: Props) {
  'use no memo'
  const { pathname } = useLocation()
  const { mode } = useSession()
  const currentEntry = entryOf(pathname)
  return (
    <header className="sticky top-0 z-20 bg-surface">
      <ModeLine />
      <div className="flex h-[calc(var(--spacing-top-bar)-3px)] items-center gap-1 border-b border-line px-2 sm:gap-3 sm:px-gutter">
        <button
          type="button"
          popoverTarget={sidebarId}
          aria-label={texts.pages}
          className="print:hidden grid size-control shrink-0 place-items-center rounded-base text-muted hover:bg-hover hover:text-ink md:hidden"
        >
          <Glyph icon={MenuIcon} />
        </button>
        <div className="flex min-w-0 flex-1 items-center gap-1 sm:gap-3">
          <ModeBadge key={mode} />
          <WorkspaceName />
          <p className="hidden min-w-0 truncate md:block">
            <span aria-hidden className="mr-3 text-line-strong">
              {separator}
            </span>
            {currentEntry?.label ?? texts.notFound}
          </p>
          <LazyUnfinishedCount />
        </div>
        <button
          type="button"
          onClick={onSearch}
          onPointerEnter={preloadSearch}
          onFocus={preloadSearch}
          aria-keyshortcuts="Control+K Meta+K"
          className="print:hidden inline-flex h-control w-control shrink-0 items-center justify-center gap-2 rounded-base text-muted transition-colors hover:bg-hover hover:text-ink lg:w-80 lg:justify-start lg:border lg:border-line-strong lg:bg-raised lg:px-2 lg:hover:border-control"
        >
          <Glyph icon={Search} size="small" />
          <span className="sr-only flex-1 truncate text-left lg:not-sr-only">Search or jump to…</span>
          <span className="hidden lg:block">
            <Kbd keys={shortcuts.palette.keys} />
          </span>
        </button>
        <div className="flex min-w-0 items-center justify-end sm:gap-2 lg:flex-1">
          <Freshness />
          <BudgetGauge />
          <OperatorMenu onHelp={onHelp} />
        </div>
      </div>
    </header>
  )
}
