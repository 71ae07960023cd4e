/** The frame around every page: rail, strip, banner, and what opens from any of them. */

import X from 'lucide-react/icons/x'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useNavigate } from 'react-router'
import { followNotices, hadNotices } from '#kit/actions/notices.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { type NavPage, navPages, useIsOffered } from '#kit/navigation/page-table.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Overlay } from '#ui/overlays/overlay.tsx'
import { Banner } from './connection/banner.tsx'
import { useConnection } from './connection/connection.ts'
import { NewVersion } from './connection/new-version.tsx'
import { loadPalette, Palette } from './palette/palette.tsx'
import { RouteFocus } from './route-focus.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Not needed before somebody leaves the tab: the first page is quicker without. */
const Away = lazyPart(() => import('./hidden-tab-notices.tsx'))
const ShortcutHelp = lazyPart(() => import('#kit/keyboard/shortcut-help.tsx'))
const StopBatches = lazyPart(() => import('#components/batches/stop-batches.tsx'))

const NoticeViewport = lazyPart(() => import('./notice-viewport.tsx'))

/** The corner where notices appear. It is loaded with the first one. */
function Notices() {
  const needed = useSyncExternalStore(followNotices, hadNotices)
  if (!needed) return null
  return (
    <Suspense>
      <NoticeViewport />
    </Suspense>
  )
}

function GoToShortcut({ page }: { page: NavPage }) {
  const navigate = useNavigate()
  useShortcut(`go.${page.id}`, () => void navigate(page.path))
  return null
}

/** Pages that are as high as the window leave this much to the lines above them. */
function followHeight(box: HTMLElement | null) {
  if (!box) return
  const root = document.documentElement.style
  const observer = new ResizeObserver(() => root.setProperty('--banner-height', `${box.offsetHeight}px`))
  observer.observe(box)
  return () => observer.disconnect()
}

export function Frame() {
  const [open, setOpen] = useState<'palette' | 'help' | 'stop' | null>(null)
  const { state } = useConnection()
  const isOffered = useIsOffered()
  const close = () => setOpen(null)
  useShortcut('palette', () => setOpen('palette'))
  useShortcut('help', () => setOpen('help'))
  return (
    <div data-stale={state === 'ok' ? undefined : ''} className="md:grid md:grid-cols-[auto_minmax(0,1fr)]">
      <a
        href="#page"
        className="fixed top-1 left-1 z-70 -translate-y-20 rounded-base bg-accent px-3 py-1.5 text-on-accent opacity-0 focus-visible:translate-y-0 focus-visible:opacity-100"
      >
        Skip to the page
      </a>
      <Sidebar />
      <div className="min-h-dvh min-w-0 bg-surface">
        <TopBar
          onSearch={() => setOpen('palette')}
          onSearchNear={() => void loadPalette()}
          onHelp={() => setOpen('help')}
        />
        <div ref={followHeight}>
          <Banner />
          <NewVersion />
        </div>
        <main id="page" tabIndex={-1} className="mx-auto max-w-[112rem] outline-none">
          <Outlet />
        </main>
      </div>
      {navPages.filter(isOffered).map((page) => (
        <GoToShortcut key={page.id} page={page} />
      ))}
      <Notices />
      <Suspense>
        <Away />
      </Suspense>
      <RouteFocus />
      <ScrollRestoration />
      {open === 'palette' && <Palette onClose={close} onHelp={() => setOpen('help')} onStop={() => setOpen('stop')} />}
      {open === 'help' && (
        <Overlay label="Keyboard shortcuts" onClose={close} className="my-auto max-h-full max-w-3xl">
          <h2 className="flex items-center justify-between py-3 pr-3 pl-4 text-large">
            Keyboard shortcuts
            <IconButton size="small" icon={X} label="Close" onClick={close} />
          </h2>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-1 pb-4">
            <Suspense fallback={<p className="text-muted">Loading…</p>}>
              <ShortcutHelp />
            </Suspense>
          </div>
        </Overlay>
      )}
      <Suspense>{open === 'stop' && <StopBatches onClose={close} />}</Suspense>
    </div>
  )
}
