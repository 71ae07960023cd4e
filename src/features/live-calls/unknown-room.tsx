/** A room of which neither the service nor Switchboard has a call any more. */
import { PersonLink } from '#components/people/person-link.tsx'
import type { SeenCall } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page } from '#kit/page/page-header.tsx'
import { groupNumber } from '#phone/group.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { HeaderWithBack } from './call-header.tsx'
import * as texts from './texts.tsx'

/** @param seen who took part, if the team has seen the call once; its customer's timeline has what is left of it */
export const UnknownRoom = ({ roomName, seen }: { roomName: string; seen: SeenCall | null }) => (
  <Page>
    <HeaderWithBack
      title={seen ? seen.customerName || groupNumber(seen.phone) || texts.unkeptCall : texts.unknownRoom}
      facts={
        seen && (
          <>
            {seen.phone !== '' && <span className="numeric">{groupNumber(seen.phone)}</span>}
            {seen.agentName !== '' && <span>{texts.withAgent(visible(seen.agentName))}</span>}
            <PersonLink address={seen.phone} />
          </>
        )
      }
    />
    <Card flush>
      <EmptyState
        title={seen ? texts.unkeptCallHint : texts.unknownRoomHint}
        action={
          <>
            <ButtonLink to={paths.calls()}>{texts.showLiveCalls}</ButtonLink>
            <ButtonLink to={paths.endedCalls()}>{texts.showRecentCalls}</ButtonLink>
          </>
        }
      >
        <p>{texts.roomLine(<span className="mono break-all">{roomName}</span>)}</p>
        <p>{texts.batchTranscriptHint}</p>
      </EmptyState>
    </Card>
  </Page>
)
