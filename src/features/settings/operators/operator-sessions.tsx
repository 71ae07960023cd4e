/** Shows administrators where an operator is signed in. */
import { read, useRead } from '#api/reads.ts'
import type { KnownOperator } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EndSessions, SessionList } from '../sessions/session-list.tsx'
import * as texts from './texts.tsx'

/** Mounted only while it is open, so that only this operator's sessions are read. */
export function OperatorSessions({ operator, onClose }: { operator: KnownOperator; onClose: () => void }) {
  const query = useRead(read('operatorSessionList', { params: { operatorId: operator.id } }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.sessionsTitle(operator.name)}
      width="large"
      footer={
        <>
          <Button size="small" onClick={onClose}>
            {texts.close}
          </Button>
          <EndSessions sessions={query.data?.sessions ?? []} owner={operator} />
        </>
      }
    >
      <p className="pb-2 text-soft">{texts.sessionsHint}</p>
      <div className="-mx-3">
        <SessionList
          query={query}
          owner={operator}
          empty={<p className="px-3 py-2 text-muted">{texts.noSessions(operator.name)}</p>}
        />
      </div>
    </Dialog>
  )
}
