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
      title={seen ? seen.customerName || groupNumber(seen.phone) || 'Call that is not kept' : 'Call not found'}
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
        title={
          seen
            ? 'This call is over, and Switchboard does not keep what was said in it: nobody followed it, or its retention time has passed.'
            : 'This call is not available. It ended and nobody watched it, it is not kept any more, or the address is wrong.'
        }
        action={
          <>
            <ButtonLink to={paths.calls()}>Show live calls</ButtonLink>
            <ButtonLink to={paths.endedCalls()}>Show ended calls</ButtonLink>
          </>
        }
      >
        <p>
          Room <span className="mono break-all">{roomName}</span>
        </p>
        <p>If this call was part of a batch, you can find its transcript on the batch’s page.</p>
      </EmptyState>
    </Card>
  </Page>
)
