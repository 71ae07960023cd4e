/** What the team has seen of an agent in the last seven days: its batches and calls. Both come from the gateway alone. */
import { useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { CallResult } from '#components/calls/outcome/call-result.tsx'
import { type Agent, type KnownBatch, type ListedCall, pageLimit } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import { callsOf, latest, weekMs } from './recent-activity.ts'
import * as texts from './texts.ts'

const hourMs = 3_600_000
/** More are on the pages of batches and calls. */
const maxShown = 5

const batchFacts = ({ progress, agentId }: KnownBatch): string =>
  [
    ...(agentId === null ? ['agent unknown'] : []),
    progress
      ? progress.completed === null || progress.total === null
        ? 'Progress unknown'
        : `${number(progress.completed)} of ${plural(progress.total, 'call', 'calls')} completed`
      : 'Not loaded yet',
  ].join(' · ')

const BatchItem = ({ batch }: { batch: KnownBatch }) => (
  <li className="flex flex-wrap items-baseline gap-x-3 py-1.5">
    <span className="min-w-0 flex-1 break-words">
      <Link to={paths.batch(batch.batchId)}>{batch.name}</Link>
    </span>
    <span className="text-label text-soft">{batchFacts(batch)}</span>
    <span className="text-label text-muted">
      <Ago at={batch.startedAt} />
    </span>
  </li>
)

const CallItem = ({ call }: { call: ListedCall }) => (
  <li className="flex flex-wrap items-baseline gap-x-3 py-1.5">
    <span className="min-w-0 flex-1 break-words">
      <Link to={paths.call(call.roomName)}>{call.customerName || groupNumber(call.phone) || call.roomName}</Link>
    </span>
    <span className="text-label text-soft">
      <CallResult call={call} />
    </span>
    <span className="text-label text-muted">
      <Ago at={call.firstSeenAt} />
    </span>
  </li>
)

export function AgentActivity({ agent }: { agent: Agent }) {
  // The hour, so that opening the page again reads the same query.
  const [since] = useState(() => Math.floor((Date.now() - weekMs) / hourMs) * hourMs)
  const batches = useRead(read('batchList', { query: { agentId: agent.id } }, 'background'))
  const callQuery = { agent: agent.name, agentId: agent.id, since, limit: pageLimit.most }
  const calls = useRead(read('keptCallList', { query: callQuery }, 'background'))
  const recentBatches = batches.data && latest(batches.data.batches, since, ({ startedAt }) => startedAt)
  const { own: recentCalls, byName } = calls.data ? callsOf(agent, calls.data.calls) : { own: undefined, byName: 0 }
  return (
    <Section title="Last 7 days" facts="What this team has seen in Switchboard">
      <div className="flex flex-col gap-4">
        <div>
          <h3 className="text-label text-muted">{texts.batchesHeading(recentBatches?.length ?? null)}</h3>
          <DataView
            query={{ ...batches, data: recentBatches }}
            loading={<SkeletonText lines={2} label={texts.loadingBatches} />}
            isEmpty={(rows) => rows.length === 0}
            empty={<p className="py-1.5 text-muted">No batch was started with this agent.</p>}
          >
            {(rows) => (
              <ul aria-label="Batches of the last 7 days" className="divide-y divide-line">
                {rows.slice(0, maxShown).map((batch) => (
                  <BatchItem key={batch.batchId} batch={batch} />
                ))}
              </ul>
            )}
          </DataView>
        </div>
        <div>
          <h3 className="text-label text-muted">
            {texts.callsHeading(recentCalls?.length ?? null, calls.data?.pagination.hasNext === true)}
          </h3>
          <DataView
            query={{ ...calls, data: recentCalls }}
            loading={<SkeletonText lines={2} label="Loading calls…" />}
            isEmpty={(rows) => rows.length === 0}
            empty={<p className="py-1.5 text-muted">No call of this agent was seen.</p>}
          >
            {(rows) => (
              <ul aria-label="Calls of the last 7 days" className="divide-y divide-line">
                {rows.slice(0, maxShown).map((call) => (
                  <CallItem key={call.roomName} call={call} />
                ))}
              </ul>
            )}
          </DataView>
          {byName > 0 && (
            <p className="text-label text-muted">{`${plural(byName, 'call is', 'calls are')} listed by the agent’s name, because the service does not say which agent placed ${byName === 1 ? 'it' : 'them'}.`}</p>
          )}
        </div>
      </div>
    </Section>
  )
}
