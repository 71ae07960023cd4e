/** The results of the batch: the funnel, outcomes, talk time, attempts and local hours, and how much of it was seen. */

import { Suspense } from 'react'
import { useLocation } from 'react-router'
import type { QueryState } from '#api/reads.ts'
import * as texts from '#components/batches/results/texts.ts'
import type { BatchResults, CallOutcome } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { Section, Stat } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { number } from '#ui/text/format-number.ts'
import { shareOf } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { ReadAllCalls } from './export-calls.tsx'
import { OptOuts } from './follow-up/opt-outs.tsx'
import { FollowUpButton } from './follow-up-button.tsx'
import { Funnel } from './funnel.tsx'
import { OutcomeList } from './outcome-list.tsx'
import type { SourceBatch } from './prepare-batch.tsx'

/** Charts are loaded only where one is shown. */
const ResultCharts = lazyPart(() => import('./result-charts.tsx'))

interface Props {
  batch: SourceBatch
  reading: QueryState<BatchResults>
  /** Why it is too early to call people again; '' if it is not. */
  tooEarlyReason: string
  /** Rows that have ended, as the progress counts them; null: not reported. */
  ended: number | null
}

function Figures({ batchId, name, results }: { batchId: string; name: string; results: BatchResults }) {
  const { search } = useLocation()
  const areChartsOpen = usePreference('charts') === 'open'
  const addressOf = (outcome: CallOutcome) => {
    const to = new URLSearchParams(search)
    for (const other of ['page', 'status', 'reason', 'call']) to.delete(other)
    to.set('outcome', outcome)
    return `?${to}`
  }
  const { answered, called, calls, outcomes, talkSeconds, timed = answered } = results
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <Funnel figures={results} />
        <OutcomeList figures={results} addressOf={addressOf} />
      </div>
      {(outcomes.do_not_call !== undefined || outcomes.maybe_do_not_call !== undefined) && (
        <OptOuts batchId={batchId} rows={outcomes.do_not_call ?? 0} unclear={outcomes.maybe_do_not_call ?? 0} />
      )}
      <div className="grid gap-x-8 gap-y-3 border-t border-line pt-3 sm:grid-cols-2">
        <Stat
          label="Talk time"
          value={formatDuration(talkSeconds)}
          note={texts.perAnswered(talkSeconds, answered, timed)}
        />
        <Stat
          label="Known calls"
          value={number(calls)}
          note={`${number(Math.round((shareOf(calls, called) ?? 0) * 10) / 10)} per called row`}
        />
      </div>
      <div className="-mx-3 -mb-3 border-t border-line">
        <Disclosure
          summary="By attempt and local hour"
          isOpen={areChartsOpen}
          onToggle={(isOpen) => setPreference('charts', isOpen ? 'open' : 'folded')}
        >
          {areChartsOpen && (
            <div className="px-3 pt-1 pb-3">
              <Suspense fallback={<SkeletonText lines={8} label={texts.loading} />}>
                <ResultCharts results={results} batch={name} />
              </Suspense>
            </div>
          )}
        </Disclosure>
      </div>
    </div>
  )
}

export function ResultsPanel({ batch, reading, tooEarlyReason, ended }: Props) {
  const { batchId, name } = batch
  return (
    <DataView
      query={reading}
      loading={<SkeletonText lines={5} label={texts.loading} />}
      // Nothing has ended: the progress says it already.
      isEmpty={({ called }) => called === 0 && !ended}
      empty={null}
    >
      {(results) => {
        const known = ended === null ? results.ended : Math.max(ended, results.seenToEnd)
        const isPartial = known !== null && results.seenToEnd < known
        return (
          <Section
            title="Results"
            facts={texts.coverage(results.seen, known)}
            actions={<FollowUpButton batch={batch} tooEarlyReason={tooEarlyReason} />}
          >
            <div className="flex flex-col gap-4">
              {/* Two lines high whatever it says, so that the calls below do not move away from a pointer when the rows are loaded. */}
              <div className="flex min-h-10 flex-wrap items-start gap-x-4 gap-y-1">
                <p className="max-w-[72ch] min-w-0 flex-1 basis-80 text-label text-muted">
                  {texts.coverageHint(results.seen, results.seenToEnd, known)}
                </p>
                {isPartial && <ReadAllCalls batchId={batchId} total={results.rows ?? known} />}
              </div>
              {results.called > 0 && <Figures batchId={batchId} name={name} results={results} />}
            </div>
          </Section>
        )
      }}
    </DataView>
  )
}
