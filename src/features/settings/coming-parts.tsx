/** Parts of the settings that say what will stand in them. */
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/section.tsx'

const Coming = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card flush>
    <EmptyState title={title}>{children}</EmptyState>
  </Card>
)

export const OperatorsPart = () => (
  <Coming title="Operators are not managed here yet">
    Administrators will invite people by a one-time link, give and take roles, and disable accounts here. In a
    simulation, the menu at the top right switches between ready operators already.
  </Coming>
)

export const AuditPart = () => (
  <Coming title="The audit is not shown here yet">
    Every change is recorded already, before it is sent: who did what to which thing, when, and how it ended. It will be
    read, filtered and exported here.
  </Coming>
)

export const WebhooksPart = () => (
  <Coming title="Webhooks are not received yet">
    Where the calling service delivers events, this part will show the address to give it, whether deliveries arrive,
    and which were refused.
  </Coming>
)
