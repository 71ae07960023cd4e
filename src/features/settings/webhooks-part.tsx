/** Events of the calling service: announced by it, not yet delivered (specification 6). */
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/section.tsx'

export const WebhooksPart = () => (
  <Card flush>
    <EmptyState title="Webhooks are not received yet">
      Where the calling service delivers events, this part will show the address to give it, whether deliveries arrive,
      and which were refused.
    </EmptyState>
  </Card>
)
