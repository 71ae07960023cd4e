/** Where an operator is signed in, for administrators. */
import { read, useRead } from '#api/reads.ts'
import type { KnownOperator } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EndSessions, SessionList } from '../sessions/session-list.tsx'

/** Mounted while it is open: nobody else's sessions are asked for. */
export function OperatorSessions({ operator, onClose }: { operator: KnownOperator; onClose: () => void }) {
  const reading = useRead(read('operatorSessionList', { params: { operatorId: operator.id } }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Sessions of ${operator.name}`}
      width="large"
      footer={
        <>
          <Button size="small" onClick={onClose}>
            Close
          </Button>
          <EndSessions sessions={reading.data?.sessions ?? []} whose={operator} />
        </>
      }
    >
      <p className="pb-2 text-soft">
        Ending a session signs them out there within two seconds. They may sign in again: to keep somebody out, disable
        them.
      </p>
      <div className="-mx-3">
        <SessionList
          reading={reading}
          whose={operator}
          empty={<p className="px-3 py-2 text-muted">{operator.name} is signed in nowhere.</p>}
        />
      </div>
    </Dialog>
  )
}
