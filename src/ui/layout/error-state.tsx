/** An error: what happened, whether anything was sent, what to do, and a reference for an administrator. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, Suspense, useState } from 'react'
import { cx } from '../classes.ts'
import { Button } from '../forms/button.tsx'
import { lazyPart } from '../lazy-part.ts'
import { Glyph } from '../status/icon.tsx'
import { Ago } from '../time/time.tsx'

export interface ErrorText {
  message: string
  /** Details from the service or the gateway; '' if there are none. */
  details?: string
  /** Says whether anything was sent; '' for a read. */
  sentNote?: string
  advice?: string
  reference?: string
}

/** Loaded only when needed, because few errors have a reference. */
const CopyButton = lazyPart(async () => ({ default: (await import('../forms/copy-button.tsx')).CopyButton }))

const ErrorLines = ({ text: { message, details, sentNote, advice, reference } }: { text: ErrorText }) => (
  <>
    <p className="font-medium">{message}</p>
    {details && <p className="text-soft">{details}</p>}
    {(sentNote || advice) && <p className="text-soft">{[sentNote, advice].filter(Boolean).join(' ')}</p>}
    {reference && (
      <p className="flex items-center gap-1 text-label text-muted">
        Reference <span className="mono break-all">{reference}</span>
        <span className="inline-grid size-control-small">
          <Suspense>
            <CopyButton text={reference} label="Copy reference" />
          </Suspense>
        </span>
      </p>
    )}
  </>
)

/** Shown instead of content that could not be loaded. */
export function ErrorState({ text, retry, children }: { text: ErrorText; retry?: () => void; children?: ReactNode }) {
  'use no memo'
  const [triedAt, setTriedAt] = useState<number | null>(null)
  const tryAgain = () => {
    setTriedAt(Date.now())
    retry?.()
  }
  return (
    <div className="flex max-w-120 gap-2.5 px-4 py-6 text-pretty">
      <span className="mt-0.5 text-muted">
        <Glyph icon={TriangleAlert} />
      </span>
      <div className="min-w-0">
        <div role="alert">
          <ErrorLines text={text} />
        </div>
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {retry && <Button onClick={tryAgain}>Try again</Button>}
          {children}
        </div>
        {/* If the same error comes back at once, only this text shows the attempt. It is an age, because this browser's clock may be wrong. */}
        {triedAt !== null && (
          <p className="mt-1.5 text-label text-muted">
            Tried again <Ago at={triedAt} isBrowserTime />.
          </p>
        )}
      </div>
    </div>
  )
}

/** `attention`: nothing failed, but a person has to look at it. */
const tones = {
  danger: { box: 'border-danger/40 bg-danger-soft', icon: 'text-danger' },
  attention: { box: 'border-attention bg-attention-soft', icon: 'text-attention-ink' },
  neutral: { box: 'border-line-strong bg-ground', icon: 'text-muted' },
}

/** An error within a form or a dialog, or above data that could not be refreshed. */
export function ErrorNote({
  text,
  tone = 'danger',
  children,
}: {
  text: ErrorText
  tone?: keyof typeof tones
  children?: ReactNode
}) {
  'use no memo'
  return (
    <div role="alert" className={cx('flex gap-2 rounded-base border px-3 py-2', tones[tone].box)}>
      <span className={cx('mt-0.5', tones[tone].icon)}>
        <Glyph icon={TriangleAlert} />
      </span>
      <div className="min-w-0 flex-1">
        <ErrorLines text={text} />
        {children && <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
      </div>
    </div>
  )
}
