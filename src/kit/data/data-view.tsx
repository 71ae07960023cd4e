/** Shows what a read brings. Loading, empty and refused are asked for, so that no page can forget one. */
import type { ReactNode } from 'react'
import type { Reading } from '#api/reads.ts'
import type { Refusal } from '#contract/index.ts'
import { ErrorNote, ErrorState } from '#ui/layout/error-state.tsx'
import { LampsStale } from '#ui/status/lamp.tsx'
import { Time } from '#ui/time/time.tsx'
import { refusalWords } from './refusal-text.ts'

interface Props<T> {
  reading: Reading<T>
  /** As high as what will come. */
  loading: ReactNode
  isEmpty: (data: T) => boolean
  empty: ReactNode
  /** In place of the usual sentence with a retry. */
  error?: (refusal: Refusal, retry: () => void) => ReactNode
  children: (data: T) => ReactNode
}

/** Refusals of the whole connection: a banner says it once, and it is not repeated in each panel. */
const saidByBanner = new Set(['gateway_down', 'offline'])

export function DataView<T>({
  reading: { data, readAt, refusal, retry },
  loading,
  isEmpty,
  empty,
  error,
  children,
}: Props<T>) {
  if (data === undefined) {
    if (!refusal) return loading
    return error ? error(refusal, retry) : <ErrorState words={refusalWords(refusal)} retry={retry} />
  }
  return (
    <>
      {refusal && !saidByBanner.has(refusal.code) && (
        <div className="px-3 pt-3">
          <ErrorNote tone="neutral" words={refusalWords(refusal)}>
            <span className="text-label text-muted">
              Showing data from <Time at={readAt} show="second" />.
            </span>
          </ErrorNote>
        </div>
      )}
      {isEmpty(data) ? empty : children(data)}
    </>
  )
}

/** Lamps that stand on one read: they claim nothing while it is refused. */
export const LampsOf = ({ refusal, children }: { refusal: Refusal | null; children: ReactNode }) => (
  <LampsStale stale={refusal !== null}>{children}</LampsStale>
)
