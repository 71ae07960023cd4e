/**
 * The header of a page: one line with the way back, the heading, its status and at most two actions with a menu of others; below it the
 * facts. On a phone, actions that do not fit beside the heading are below it.
 */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { PlainLink } from '../navigation/link.tsx'
import { noteOpenPage } from '../navigation/recent-pages.ts'
import * as texts from '../texts.tsx'
import { EntryTabs } from './tabs.tsx'

interface Props {
  title: string
  /** The title of the browser tab, if it is another one. */
  windowTitle?: string
  /** Number before the title in the browser tab, such as how many drafts wait. */
  count?: number
  /** Shown beside the title. */
  status?: ReactNode
  facts?: ReactNode
  /** How many lines the facts usually take on a phone, whose place is kept. */
  factLines?: 1 | 2 | 3
  actions?: ReactNode
  /** The list that the page belongs to. */
  back?: { to: string; label: string }
}

/** A dot separates one fact from the next, but on a phone, where it would begin a line. Facts that are still loading have their line. */
const factsClasses =
  "flex basis-full content-start flex-wrap items-center gap-x-3 gap-y-1 text-muted max-sm:order-last sm:col-span-full sm:row-start-2 sm:gap-x-2 sm:[&>:not(:empty)~:not(:empty)]:before:mr-2 sm:[&>:not(:empty)~:not(:empty)]:before:inline-block sm:[&>:not(:empty)~:not(:empty)]:before:text-faint sm:[&>:not(:empty)~:not(:empty)]:before:content-['·'/'']"

const factHeights = {
  1: 'min-h-[1lh]',
  2: 'min-h-[1lh] max-sm:min-h-[calc(2lh+0.25rem)]',
  3: 'min-h-[1lh] max-sm:min-h-[calc(3lh+0.5rem)]',
} as const

let wasHeadingFocused = false

/** A heading that takes the place of another one takes its focus too, such as when a page was shown before its title was known. */
function keepFocus(heading: HTMLHeadingElement) {
  if (wasHeadingFocused && document.activeElement === document.body) heading.focus({ preventScroll: true })
  wasHeadingFocused = false
  return () => {
    wasHeadingFocused = document.activeElement === heading
  }
}

export function PageHeader({ title, windowTitle = title, count, status, facts, factLines = 1, actions, back }: Props) {
  'use no memo'
  const { pathname } = useLocation()
  const list = back?.label
  // The search, which follows from no other page, lists where one was.
  useEffect(() => {
    if (list !== undefined) noteOpenPage({ path: pathname, title, list })
  }, [pathname, title, list])
  return (
    <>
      <header className="wrap-anywhere">
        <title>{texts.windowTitle(visibleText(windowTitle), count)}</title>
        {/* The title is as tall as the buttons beside it, also where there are none. */}
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2 sm:grid sm:grid-cols-[minmax(14rem,1fr)_auto] sm:gap-y-0">
          <div className="flex min-w-0 grow basis-[calc-size(max-content,min(size,11rem))] gap-x-2">
            {back && (
              <PlainLink
                to={back.to}
                className="-ml-1 inline-flex h-control shrink-0 items-center gap-0.5 rounded-base px-1 text-muted hover:bg-hover hover:text-ink"
              >
                <Glyph icon={ChevronLeft} size="small" />
                <span dir="auto" className="max-w-48 truncate max-sm:sr-only">
                  {visible(back.label)}
                </span>
              </PlainLink>
            )}
            <div className="flex min-h-control min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
              {/* The page of a record has its name. */}
              <h1
                ref={keepFocus}
                translate={back ? 'no' : undefined}
                dir="auto"
                tabIndex={-1}
                className="min-w-0 text-title tracking-[-0.011em]"
              >
                {visible(title)}
              </h1>
              {status}
            </div>
          </div>
          {facts && <div className={cx(factsClasses, factHeights[factLines])}>{facts}</div>}
          {actions && <div className="flex flex-wrap items-center gap-2 sm:justify-end">{actions}</div>}
        </div>
      </header>
      <EntryTabs />
    </>
  )
}

interface PageProps {
  children: ReactNode
  /** `narrow` for forms and running text; `wide` for what uses all of a large screen, such as a canvas or a wall of cards. */
  width?: 'narrow' | 'wide'
}

/** The content of a page, with its margins. */
export const Page = ({ children, width }: PageProps) => (
  <div
    className={cx(
      'mx-auto flex flex-col gap-4 px-3 pt-4 pb-16 sm:px-gutter',
      width === 'wide' ? 'max-w-[112rem]' : 'max-w-[93rem]',
      width === 'narrow' && '*:max-w-[45rem]',
    )}
  >
    {children}
  </div>
)
