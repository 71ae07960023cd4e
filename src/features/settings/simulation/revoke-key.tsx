import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { ownKey, type SimulationKey } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'

export function RevokeKey({ simulationKey: { id, name, fingerprint } }: { simulationKey: SimulationKey }) {
  const may = usePermission('simulationKeyRevoke')
  const [open, setOpen] = useState(false)
  const { run } = useCommand('simulationKeyRevoke')
  return (
    <>
      <Button
        size="small"
        disabledReason={may.reason || (id === ownKey && 'Switchboard itself uses this key.')}
        onClick={() => setOpen(true)}
      >
        Revoke<span className="sr-only"> the key {name}</span>
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Revoke the key “${name}”?`}
        safe="Keep the key"
        action="Revoke the key"
        tone="danger"
        run={(key) => run({ params: { keyId: id }, key })}
        onDone={() => {
          setOpen(false)
          notify({ title: `The key “${name}” was revoked.` })
        }}
      >
        <p>
          Whatever uses it (fingerprint <span className="mono">{fingerprint}</span>) is refused from this moment on. It
          cannot be brought back.
        </p>
      </Confirm>
    </>
  )
}
