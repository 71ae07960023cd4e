/** The header of a call's page: whom it is with, its state, who else has it open, and what can be done. */
import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { callStatus } from '#components/calls/call-status.ts'
import { TickingDuration } from '#components/calls/ticking-duration.tsx'
import { DoNotCallButton } from '#components/do-not-call/add-number.tsx'
import { PersonLink } from '#components/people/person-link.tsx'
import type { ActiveCall, KeptCall } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { PageHeader } from '#kit/page/page-header.tsx'
import { countryName, countryOf } from '#phone/country.ts'
import { groupNumber } from '#phone/group.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { CallActions, PlaceOfCallActions } from './call-actions.tsx'
import { OtherViewers } from './notes/other-viewers.tsx'
import * as texts from './texts.tsx'
import type { useLiveCall } from './use-live-call.ts'

/** A header with a link back to the wall, with the filters of the address. */
export function HeaderWithBack(props: Omit<ComponentProps<typeof PageHeader>, 'back'>) {
  const { search } = useLocation()
  return <PageHeader {...props} back={{ to: paths.calls() + search, label: texts.liveCalls }} />
}

export interface CallState {
  call: ActiveCall
  readAt: number
  age: ReactNode
  /** For a call that is shown from what was kept. */
  kept?: KeptCall
  state: Omit<ReturnType<typeof useLiveCall>, 'query' | 'isUnknown'>
}

export function CallHeader({ call, readAt, age, kept, state: { endedAt, notFound, lines } }: CallState) {
  const number = groupNumber(call.customerPhone)
  const country = countryOf(call.customerPhone)
  const hasTranscript = lines.length > 0
  return (
    <HeaderWithBack
      title={call.customerName || number || 'Unknown customer'}
      status={
        <>
          <span className="numeric text-soft">
            <TickingDuration reported={{ seconds: call.duration, readAt }} stoppedAt={endedAt} />
          </span>
          <StatusLabel
            {...callStatus({ participants: call.participants, hasTranscript, hasEnded: endedAt !== null, notFound })}
          />
        </>
      }
      facts={
        <>
          <span>
            {/* Without a name, the number is the title. */}
            {number && call.customerName && (
              <span translate="no" className="numeric">
                {`${number} `}
              </span>
            )}
            {number ? country && countryName(country) : texts.unknownNumber}
          </span>
          <PersonLink address={call.customerPhone} />
          <span>{texts.withAgent(visible(call.aiAgentName || 'an unnamed agent'))}</span>
          {endedAt === null && age}
          <OtherViewers roomName={call.roomName} />
        </>
      }
      actions={
        <>
          <DoNotCallButton number={call.customerPhone} source={{ kind: 'call', id: call.roomName }} />
          {endedAt === null ? <CallActions call={call} number={number} /> : !kept && <PlaceOfCallActions />}
        </>
      }
    />
  )
}
