/** The call before a draft: its facts, its batch with the variables of the row, and the transcript that was kept of it. */

import { read, useRead } from '#api/reads.ts'
import { CallOutcome } from '#components/calls/outcome/call-outcome.tsx'
import { CallResult } from '#components/calls/outcome/call-result.tsx'
import { FinishedTranscript } from '#components/calls/transcript.tsx'
import { asText } from '#components/records/other-facts.tsx'
import type { PersonCall } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { plural } from '#ui/text/format-number.ts'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { Duration, TimeWithDay } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

/** The variables of a row. Shows nothing if there are none. */
export function Variables({ variables = {} }: { variables?: Readonly<Record<string, unknown>> | undefined }) {
  const entries = Object.entries(variables).filter(([, value]) => value !== '' && value !== null)
  if (entries.length === 0) return null
  return (
    <dl
      aria-label="Variables of the row"
      className="mt-1 grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-label"
    >
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="mono break-words text-muted">{visible(name)}</dt>
          <dd dir="auto" className="min-w-0 break-words">
            <MarkedText text={asText(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Loaded when it is opened, from what the team has kept of the call. */
function Transcript({ roomName, agentName }: { roomName: string; agentName: string | null }) {
  const query = useRead(read('keptCallShow', { params: { roomName } }))
  return (
    <DataView
      query={query}
      loading={
        <div className="px-3 pb-2">
          <SkeletonText label="Loading transcript…" />
        </div>
      }
      isEmpty={({ kept }) => !kept || kept.call.transcript.length === 0}
      empty={<p className="px-3 pb-2 text-muted">The transcript is no longer kept.</p>}
    >
      {({ kept }) => (
        <FinishedTranscript
          lines={kept?.call.transcript ?? []}
          speakers={{ agent: agentName, customer: kept?.call.customerName ?? null }}
        />
      )}
    </DataView>
  )
}

interface Props {
  call: PersonCall
  /** The batch's name from its start. */
  batchName: string | undefined
  variables: Readonly<Record<string, unknown>> | undefined
  /** Whether its transcript is open. */
  transcript: { isOpen: boolean; onToggle: (isOpen: boolean) => void }
}

export function CallSection({ call, batchName, variables, transcript }: Props) {
  const { roomName, agentName, operator, batchId, state, lines, duration, at } = call
  return (
    <>
      <div className="px-3 pb-2">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-label text-muted">
          <CallResult call={call} />
          <TimeWithDay at={at} />
          {Boolean(duration) && state !== 'live' && <Duration seconds={duration} />}
          {agentName && <span>{visible(texts.withAgent(agentName))}</span>}
          {operator && <span>{visible(`placed by ${operator}`)}</span>}
          {batchId !== null && (
            <span>
              Batch <Link to={paths.batch(batchId)}>{call.batchName || batchName || texts.unnamedBatch}</Link>
            </span>
          )}
          {roomName !== '' && <Link to={paths.call(roomName)}>{texts.openCall}</Link>}
        </p>
        <Variables variables={variables} />
        {roomName !== '' && (
          <section aria-label="Outcome of the call" className="mt-2">
            <CallOutcome roomName={roomName} isLive={state === 'live'} />
          </section>
        )}
      </div>
      {lines > 0 ? (
        <Disclosure summary="Transcript" facts={plural(lines, 'line', 'lines')} {...transcript}>
          {transcript.isOpen && <Transcript roomName={roomName} agentName={agentName} />}
        </Disclosure>
      ) : (
        <p className="px-3 pb-2 text-label text-muted">No transcript was kept.</p>
      )}
    </>
  )
}
