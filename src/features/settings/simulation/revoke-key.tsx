import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { ownKey, type SimulationKey } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { screenReaderText } from '../shared/screen-reader-text.tsx'
import * as texts from './texts.tsx'

export function RevokeKey({ simulationKey: { id, name, fingerprint } }: { simulationKey: SimulationKey }) {
  const permission = usePermission('simulationKeyRevoke')
  const [open, setOpen] = useState(false)
  const { run } = useCommand('simulationKeyRevoke')
  return (
    <>
      <Button
        size="small"
        disabledReason={permission.reason || (id === ownKey && 'Switchboard itself uses this key.')}
        onClick={() => setOpen(true)}
      >
        Revoke{screenReaderText(` key ${name}`)}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Revoke the key “${name}”?`}
        cancelLabel={texts.cancel}
        action="Revoke key"
        tone="danger"
        run={(key) => run({ params: { keyId: id }, key })}
        onDone={() => {
          setOpen(false)
          notify({ title: `Key “${name}” revoked.` })
        }}
      >
        <p>
          Programs that use it (fingerprint <span className="mono">{fingerprint}</span>) are refused from now on. A
          revoked key cannot be restored.
        </p>
      </Confirm>
    </>
  )
}
