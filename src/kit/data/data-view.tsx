/** Shows the data of a read, or that they are loading, missing or refused. Data that may be empty say how that looks. */
import type { ReactNode } from 'react'
import type { QueryState } from '#api/reads.ts'
import type { Refusal } from '#contract/index.ts'
import { ErrorNote, ErrorState } from '#ui/layout/error-state.tsx'
import { StaleStatuses } from '#ui/status/status-label.tsx'
import { Time } from '#ui/time/time.tsx'
import { refusalText } from './refusal-text.ts'

type Props<T> = Shown<T> & (Emptiable<T> | { isEmpty?: undefined; empty?: undefined })

interface Emptiable<T> {
  isEmpty: (data: T) => boolean
  empty: ReactNode
}

interface Shown<T> {
  query: QueryState<T>
  /** Placeholder as tall as the data, so that the layout does not shift. */
  loading: ReactNode
  /** Replaces the default error, which has a retry button. */
  error?: (refusal: Refusal, retry: () => void) => ReactNode
  /** Says above older data that the record was deleted meanwhile. */
  deleted?: ReactNode
  children: (data: T) => ReactNode
}

/** Refusals that the banner already shows, so panels do not repeat them. */
const codesInBanner = new Set(['gateway_down', 'offline'])

export function DataView<T>({
  query: { data, readAt, refusal, isPlaceholder, retry },
  loading,
  isEmpty,
  empty,
  error,
  deleted,
  children,
}: Props<T>) {
  if (data === undefined) {
    if (!refusal) return loading
    return error ? error(refusal, retry) : <ErrorState text={refusalText(refusal)} retry={retry} />
  }
  // That an earlier question found nothing says nothing of this one.
  if (isPlaceholder && isEmpty?.(data)) return loading
  return (
    <>
      {refusal && !codesInBanner.has(refusal.code) && (
        <div className="px-3 pt-3">
          {(refusal.isGone && deleted) || (
            <ErrorNote tone="neutral" text={refusalText(refusal)}>
              <span className="text-label text-muted">
                Showing data from <Time at={readAt} show="second" />.
              </span>
            </ErrorNote>
          )}
        </div>
      )}
      {isEmpty?.(data) ? empty : children(data)}
    </>
  )
}

/** Shows the status labels inside as out of date while their read is refused. */
export const StaleStatusesIfRefused = ({ refusal, children }: { refusal: Refusal | null; children: ReactNode }) => (
  <StaleStatuses stale={refusal !== null}>{children}</StaleStatuses>
)
