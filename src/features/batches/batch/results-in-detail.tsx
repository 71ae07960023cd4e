/** More of what came of a batch, folded below its rows: steps from rows to conversations, talk time, calls by attempt and local hour. */

import { Suspense } from 'react'
import { isSeenToEnd, stepsOf } from '#components/batches/results/figures.ts'
import * as texts from '#components/batches/results/texts.ts'
import { type BatchFigures, type BatchProgress, type BatchResults } from '#contract/index.ts'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { Card, Stat } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { ShareBar } from '#ui/status/share-bar.tsx'
import { number, numberOr, plural } from '#ui/text/format-number.ts'
import { shareOf } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { Duration } from '#ui/time/time.tsx'

/** Of what the shares are. */
function wholeOf(figures: BatchFigures): string {
  if (!isSeenToEnd(figures)) return `Of ${number(figures.called)} called`
  return figures.rows === null ? 'Of all rows' : `Of ${plural(figures.rows, 'row', 'rows')}`
}

function Funnel({ figures }: { figures: BatchFigures }) {
  // A bar of the whole would say nothing.
  const firstPart = isSeenToEnd(figures) ? 1 : 2
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">From rows to conversations</caption>
      <thead className="text-left text-label text-muted">
        <tr className="align-baseline *:py-1 *:pr-3 *:font-normal">
          <th scope="col">Stage</th>
          <th scope="col" className="text-right">
            Rows
          </th>
          <th scope="col">{wholeOf(figures)}</th>
        </tr>
      </thead>
      <tbody>
        {stepsOf(figures).map(({ label, rows, share }, index) => (
          <tr key={label} className="align-baseline *:py-1 *:pr-3">
            <th scope="row" className="text-left font-normal">
              {label}
            </th>
            <td className="w-14 text-right font-medium tabular-nums">{numberOr(rows, '–')}</td>
            <td className="w-[45%]">{index >= firstPart && <ShareBar share={share} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Charts are loaded only where one is shown. */
const ResultCharts = lazyPart(() => import('./result-charts.tsx'))

interface Props {
  name: string
  results: BatchResults
  progress: BatchProgress | null
}

export function ResultsInDetail({ name, results, progress }: Props) {
  const isOpen = usePreference('charts') === 'open'
  const { answered, called, calls, talkSeconds, timed = answered } = results
  if (called === 0) return null
  return (
    <section aria-label="Results in detail">
      <Card flush>
        <Disclosure
          summary="Steps, talk time, attempts and local hours"
          isOpen={isOpen}
          onToggle={(open) => setPreference('charts', open ? 'open' : 'folded')}
        >
          {isOpen && (
            <div className="flex flex-col gap-5 border-t border-line px-3 py-3">
              <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
                <Funnel figures={results} />
                <div className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
                  <Stat
                    label="Talk time"
                    value={formatDuration(talkSeconds)}
                    note={texts.perAnswered(talkSeconds, answered, timed)}
                  />
                  <Stat
                    label="Average call"
                    value={<Duration seconds={progress?.averageCallDuration} none="–" />}
                    note="of calls that ended"
                  />
                  <Stat
                    label="Calls"
                    value={number(calls)}
                    note={`${number(Math.round((shareOf(calls, called) ?? 0) * 10) / 10)} per called row`}
                  />
                </div>
              </div>
              <Suspense fallback={<SkeletonText lines={8} label={texts.loading} />}>
                <ResultCharts results={results} batch={name} />
              </Suspense>
            </div>
          )}
        </Disclosure>
      </Card>
    </section>
  )
}
