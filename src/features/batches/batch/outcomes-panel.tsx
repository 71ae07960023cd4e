/** What came of the calls of a batch that have ended, beside their rows: each outcome shows its rows in the table. */
import { Fragment } from 'react'
import { useLocation } from 'react-router'
import type { QueryState } from '#api/reads.ts'
import { endedWithOutcome, outcomeSharesOf } from '#components/batches/results/figures.ts'
import * as texts from '#components/batches/results/texts.ts'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type BatchResults, outcomeOfStatus } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { PlainLink } from '#kit/navigation/link.tsx'
import { cx } from '#ui/classes.ts'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { Card, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { stretchedLinkClasses } from '#ui/layout/table.tsx'
import { ShareBar } from '#ui/status/share-bar.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { useIsWide } from '#ui/use-media.ts'
import { ReadAllCalls } from './export-calls.tsx'
import { FollowUpButton } from './follow-up-button.tsx'
import type { SourceBatch } from './prepare-batch.tsx'
import { reasonText } from './texts.tsx'

/** The address of the rows with an outcome or a reason; that of all rows if these are shown. */
function useRowsWith(field: 'outcome' | 'reason', value: string): { to: string; isShown: boolean } {
  const { search } = useLocation()
  const to = new URLSearchParams(search)
  const isShown = to.get(field) === value
  for (const other of ['page', 'status', 'outcome', 'reason', 'call']) to.delete(other)
  if (!isShown) to.set(field, value)
  return { to: `?${to}`, isShown }
}

interface RowsProps {
  field: 'outcome' | 'reason'
  value: string
  label: string
  rows: number
  /** null: of a part of the rows above, so it has no bar. */
  share: number | null
}

function Rows({ field, value, label, rows, share }: RowsProps) {
  const { to, isShown } = useRowsWith(field, value)
  return (
    <tr className={cx('relative align-baseline hover:bg-hover', isShown && 'bg-accent-soft')}>
      <th scope="row" className={cx('py-1 pr-2 pl-3 text-left font-normal', share === null && 'text-label')}>
        <PlainLink
          to={to}
          preventScrollReset
          aria-current={isShown || undefined}
          className={cx('break-words hover:underline', share === null && 'text-muted', stretchedLinkClasses)}
        >
          {visible(label)}
        </PlainLink>
      </th>
      <td
        className={cx(
          'w-12 py-1 pr-3 text-right tabular-nums',
          share === null ? 'text-label text-muted' : 'font-medium',
        )}
      >
        {number(rows)}
      </td>
      <td className="w-[42%] py-1 pr-3">{share !== null && <ShareBar share={share} />}</td>
    </tr>
  )
}

interface ListProps {
  results: BatchResults
  /** Rows that have ended; null: not reported. */
  ended: number | null
  /** Those of them with an outcome. */
  read: number
  batchId: string
}

/** Every row that has ended is in one line of it. */
function OutcomeList({ results, ended, read, batchId }: ListProps) {
  // Somebody who did not answer, and a busy line, are outcomes of their own.
  const failures = results.reasons.filter(
    ({ reason }) => reason !== '' && outcomeOfStatus('failed', reason) === 'failed',
  )
  const unread = ended === null ? 0 : Math.max(0, ended - read)
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Rows by outcome</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Outcome of the last call</th>
          <th scope="col">Rows</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {outcomeSharesOf(results, ended).map(({ outcome, rows, share }) => (
          <Fragment key={outcome}>
            <Rows field="outcome" value={outcome} label={outcomeLabels[outcome]} rows={rows} share={share ?? 0} />
            {outcome === 'failed' &&
              failures.map(({ key, reason, rows: count }) => (
                <Rows key={key} field="reason" value={key} label={reasonText(reason)} rows={count} share={null} />
              ))}
          </Fragment>
        ))}
        {unread > 0 && (
          <tr className="align-baseline">
            <th scope="row" className="py-1 pr-2 pl-3 text-left font-normal">
              Not yet read
            </th>
            <td className="py-1 pr-3 text-right font-medium tabular-nums">{number(unread)}</td>
            <td className="py-1 pr-3">
              <ReadAllCalls batchId={batchId} total={results.rows ?? ended ?? unread} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface Props {
  batch: SourceBatch
  reading: QueryState<BatchResults>
  /** Why it is too early to call people again; '' if it is not. */
  tooEarlyReason: string
  /** Rows that have ended, as the progress counts them; null: not reported. */
  ended: number | null
}

export function OutcomesPanel({ batch, reading, tooEarlyReason, ended }: Props) {
  const isWide = useIsWide()
  return (
    <DataView
      query={reading}
      loading={
        <Card flush>
          <div className="px-3 py-2">
            <SkeletonText lines={isWide ? 12 : 1} label={texts.loading} />
          </div>
        </Card>
      }
    >
      {(results) => {
        const { seen, seenToEnd, called } = results
        const known = ended === null ? results.ended : Math.max(ended, seenToEnd)
        const read = endedWithOutcome(results, batch.callsBack)
        const hint = texts.coverageHint(seen, read, known)
        // How many have ended is said by the progress above.
        const facts = called > (known ?? called) && `of ${number(called)} called`
        const content = (
          <>
            <div className="py-1.5">
              {called === 0 && !known ? (
                <p className="px-3 py-1 text-muted">No call has ended yet.</p>
              ) : (
                <OutcomeList results={results} ended={known} read={read} batchId={batch.batchId} />
              )}
            </div>
            {hint !== '' && (
              <p className="px-3 pb-2 text-label text-muted">
                {texts.coverage(seen, known)} {hint}
              </p>
            )}
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line px-3 py-2">
              <FollowUpButton batch={batch} tooEarlyReason={tooEarlyReason} />
            </div>
          </>
        )
        if (isWide)
          return (
            <Section title="Outcomes" facts={facts} flush>
              {content}
            </Section>
          )
        return (
          // Folded, so that the rows begin on the first screen.
          <section aria-label="Outcomes">
            <Card flush>
              <Disclosure summary="Outcomes" facts={facts}>
                <div className="border-t border-line">{content}</div>
              </Disclosure>
            </Card>
          </section>
        )
      }}
    </DataView>
  )
}
