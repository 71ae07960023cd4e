/** What went wrong, in the order that a person needs it: what happened · was anything sent · what to do · a reference to quote. */

import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, Suspense, useState } from 'react'
import { cx } from '../classes.ts'
import { Button } from '../forms/button.tsx'
import { lazyPart } from '../lazy-part.ts'
import { Glyph } from '../status/icon.tsx'
import { Ago } from '../time/time.tsx'

export interface ErrorWords {
  happened: string
  /** More of it, in the words of whoever refused; '' if none. */
  details?: string
  /** Whether anything was sent; '' for a reading. */
  sent?: string
  toDo?: string
  reference?: string
}

/** Only a few errors have a reference, so the first page is lighter without this button. */
const CopyButton = lazyPart(async () => ({ default: (await import('../forms/copy-button.tsx')).CopyButton }))

const Words = ({ words: { happened, details, sent, toDo, reference } }: { words: ErrorWords }) => (
  <>
    <p className="font-medium">{happened}</p>
    {details && <p className="text-soft">{details}</p>}
    {(sent || toDo) && <p className="text-soft">{[sent, toDo].filter(Boolean).join(' ')}</p>}
    {reference && (
      <p className="flex items-center gap-1 text-label text-muted">
        Reference <span className="mono break-all">{reference}</span>
        <span className="inline-grid size-control-small">
          <Suspense>
            <CopyButton text={reference} label="Copy the reference" />
          </Suspense>
        </span>
      </p>
    )}
  </>
)

/** In place of what could not be shown. */
export function ErrorState({
  words,
  retry,
  children,
}: {
  words: ErrorWords
  retry?: () => void
  children?: ReactNode
}) {
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const askAgain = () => {
    setAskedAt(Date.now())
    retry?.()
  }
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center text-pretty">
      <div role="alert" className="flex flex-col items-center gap-1.5">
        <span className="mb-1.5 grid size-10 place-items-center rounded-full border border-line-strong text-muted">
          <Glyph icon={TriangleAlert} size="large" />
        </span>
        <Words words={words} />
      </div>
      <div className="mt-4.5 flex flex-wrap justify-center gap-2">
        {retry && <Button onClick={askAgain}>Try again</Button>}
        {children}
      </div>
      {/* The same answer may come at once: then nothing else would tell that anything happened. An age, since this browser's clock may be wrong. */}
      {askedAt !== null && (
        <p className="mt-1.5 text-label text-muted">
          Asked again <Ago at={askedAt} own />.
        </p>
      )}
    </div>
  )
}

/** Beside what it is about: in a form, in a confirm, above old data. */
export function ErrorNote({
  words,
  tone = 'danger',
  children,
}: {
  words: ErrorWords
  tone?: 'danger' | 'neutral'
  children?: ReactNode
}) {
  return (
    <div
      role="alert"
      className={cx(
        'flex gap-2 rounded-base border px-3 py-2',
        tone === 'danger' ? 'border-danger/40 bg-danger-soft' : 'border-line-strong bg-ground',
      )}
    >
      <span className={cx('mt-0.5', tone === 'danger' ? 'text-danger' : 'text-muted')}>
        <Glyph icon={TriangleAlert} />
      </span>
      <div className="min-w-0 flex-1">
        <Words words={words} />
        {children && <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
      </div>
    </div>
  )
}
