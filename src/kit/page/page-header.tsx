/** The header of a page: one heading, its facts, and at most three actions. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { PlainLink } from '../navigation/link.tsx'
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
  actions?: ReactNode
  /** The list that the page belongs to. */
  back?: { to: string; label: string }
}

/** A dot separates one sentence from the next. */
const factsClasses =
  "mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-muted [&>*+span]:before:mr-2 [&>*+span]:before:text-faint [&>*+span]:before:content-['·'/'']"

let wasHeadingFocused = false

/** A heading that takes the place of another one takes its focus too, such as when a page was shown before its title was known. */
function keepFocus(heading: HTMLHeadingElement) {
  if (wasHeadingFocused && document.activeElement === document.body) heading.focus({ preventScroll: true })
  wasHeadingFocused = false
  return () => {
    wasHeadingFocused = document.activeElement === heading
  }
}

export function PageHeader({ title, windowTitle = title, count, status, facts, actions, back }: Props) {
  // Rendered rarely, or with other values each time: memoization would only make the first page heavier.
  'use no memo'
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <title>{texts.windowTitle(visibleText(windowTitle), count)}</title>
        <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
          {back && (
            <PlainLink
              to={back.to}
              className="-ml-1 inline-flex h-6 max-w-full items-center gap-0.5 rounded-small pr-1 text-label text-muted hover:text-ink"
            >
              <Glyph icon={ChevronLeft} size="small" />
              <span dir="auto" className="truncate">
                {visible(back.label)}
              </span>
            </PlainLink>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
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
          {facts && <div className={factsClasses}>{facts}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <EntryTabs />
    </>
  )
}

/** The content of a page, with its margins. `narrow` for forms and running text. */
export const Page = ({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) => (
  <div className={cx('flex flex-col gap-4 px-3 pt-4 pb-16 sm:px-gutter', narrow && 'max-w-3xl')}>{children}</div>
)
