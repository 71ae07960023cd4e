/** The frame around every page: sidebar, top bar, banner, notifications, and the dialogs that open from any page. */
import X from 'lucide-react/icons/x'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { NavigationType, Outlet, ScrollRestoration, useLocation, useNavigate, useNavigationType } from 'react-router'
import { hadNotices, subscribeToNotices } from '#kit/actions/notices.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { type NavPage, navPages, useIsOffered } from '#kit/navigation/page-table.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Overlay } from '#ui/overlays/overlay.tsx'
import { Banner } from './connection/banner.tsx'
import { useConnection } from './connection/connection.ts'
import { NewVersion } from './connection/new-version.tsx'
import { loadPalette, Palette } from './palette/palette.tsx'
import { Sidebar } from './sidebar.tsx'
import * as texts from './texts.ts'
import { TopBar } from './top-bar.tsx'

interface LinkReference {
  selector: string
  /** The index among the matching elements, because the page may have several links to the same address. */
  index: number
}

/** The clicked link for each entry of the browser's history. */
const clickedLinks = new Map<string, LinkReference | null>()

const findAll = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

function referenceTo(element: EventTarget | null): LinkReference | null {
  if (!(element instanceof Element)) return null
  if (element.id) return { selector: `#${CSS.escape(element.id)}`, index: 0 }
  const link = element.closest<HTMLElement>('a[href]')
  if (!link) return null
  const selector = `${link.closest('main') ? 'main ' : ''}a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`
  return { selector, index: findAll(selector).indexOf(link) }
}

function findLink({ selector, index }: LinkReference): HTMLElement | undefined {
  const matching = findAll(selector)
  return matching[index] ?? matching[0]
}

/** Moves the focus when the page changes: to the new page's heading, or after Back to the link that was clicked. */
function RouteFocus() {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const previous = useRef({ key, pathname })

  // Remembers the last clicked link of each history entry.
  useEffect(() => {
    const rememberClick = ({ target }: Event) => clickedLinks.set(key, referenceTo(target))
    document.addEventListener('click', rememberClick, true)
    return () => document.removeEventListener('click', rememberClick, true)
  }, [key])

  useEffect(() => {
    const hasPageChanged = previous.current.pathname !== pathname
    previous.current = { key, pathname }
    if (!hasPageChanged) return
    const clickedLink = type === NavigationType.Pop ? clickedLinks.get(key) : undefined
    const target = (clickedLink && findLink(clickedLink)) ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }, [key, pathname, type])
  return null
}

/** Needed only when the tab is hidden, so the first page does not load it. */
const HiddenTabNotices = lazyPart(() => import('./hidden-tab-notices.tsx'))
const ShortcutHelp = lazyPart(() => import('#kit/keyboard/shortcut-help.tsx'))
const StopBatches = lazyPart(() => import('#components/batches/stop-batches.tsx'))
const NoticeViewport = lazyPart(() => import('./notice-viewport.tsx'))

/** Shows notifications. Their code is loaded with the first one. */
function Notices() {
  const isNeeded = useSyncExternalStore(subscribeToNotices, hadNotices)
  if (!isNeeded) return null
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

/**
 * Publishes the height of the banner as a CSS variable, for pages that fill the window. Without a banner they use 0: to set the variable
 * once the page is laid out would style all of it again.
 */
function publishBannerHeight(box: HTMLElement | null) {
  if (!box) return
  const root = document.documentElement.style
  let published = 0
  const observer = new ResizeObserver(() => {
    if (box.offsetHeight === published) return
    published = box.offsetHeight
    root.setProperty('--banner-height', `${published}px`)
  })
  observer.observe(box)
  return () => observer.disconnect()
}

export function Frame() {
  'use no memo'
  const [openDialog, setOpenDialog] = useState<'palette' | 'help' | 'stop' | null>(null)
  const { state } = useConnection()
  const isOffered = useIsOffered()
  const close = () => setOpenDialog(null)
  useShortcut('palette', () => setOpenDialog('palette'))
  useShortcut('help', () => setOpenDialog('help'))
  return (
    <div data-stale={state === 'ok' ? undefined : ''} className="md:grid print:block md:grid-cols-[auto_minmax(0,1fr)]">
      <a
        href="#page"
        className="fixed top-1 left-1 z-70 -translate-y-20 rounded-base bg-accent px-3 py-1.5 text-on-accent opacity-0 focus-visible:translate-y-0 focus-visible:opacity-100"
      >
        Skip to content
      </a>
      <Sidebar />
      <div className="min-h-dvh min-w-0 bg-surface">
        <TopBar
          onSearch={() => setOpenDialog('palette')}
          preloadSearch={() => void loadPalette()}
          onHelp={() => setOpenDialog('help')}
        />
        <div ref={publishBannerHeight}>
          <Banner />
          <NewVersion />
        </div>
        <main id="page" tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
      </div>
      {navPages.filter(isOffered).map((page) => (
        <GoToShortcut key={page.id} page={page} />
      ))}
      <Notices />
      <Suspense>
        <HiddenTabNotices />
      </Suspense>
      <RouteFocus />
      <ScrollRestoration />
      {openDialog === 'palette' && (
        <Palette onClose={close} onHelp={() => setOpenDialog('help')} onStop={() => setOpenDialog('stop')} />
      )}
      {openDialog === 'help' && (
        <Overlay label={texts.keyboardShortcuts} onClose={close} className="my-auto max-h-full max-w-3xl">
          <h2 className="flex items-center justify-between py-3 pr-3 pl-4 text-large">
            {texts.keyboardShortcuts}
            <IconButton size="small" icon={X} label="Close" onClick={close} />
          </h2>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-1 pb-4">
            <Suspense fallback={<p className="text-muted">Loading shortcuts…</p>}>
              <ShortcutHelp />
            </Suspense>
          </div>
        </Overlay>
      )}
      <Suspense>{openDialog === 'stop' && <StopBatches onClose={close} />}</Suspense>
    </div>
  )
}
