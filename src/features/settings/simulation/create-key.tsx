import Plus from 'lucide-react/icons/plus'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { useIntention } from '#kit/actions/intention.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ShownOnce } from '../shared/one-time-secret.tsx'

type Created = ResponseOf<Contract['simulationKeyCreate']>

function Form({ onCreated, onClose }: { onCreated: (created: Created) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [asked, setAsked] = useState(false)
  const intention = useIntention()
  const { run, isPending, refusal } = useCommand('simulationKeyCreate')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    const body = { name: name.trim() }
    if (body.name === '' || isPending) return
    intention
      .carryOut((key) => run({ body, key }), body)
      .then(
        (created) => created && onCreated(created),
        () => undefined, // The refusal is shown below the fields.
      )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="What will use it: you know it again by this when you revoke it."
        maxLength={80}
        value={name}
        onChange={setName}
        error={asked && name.trim() === '' ? 'Give the key a name.' : null}
      />
      {refusal && <ErrorNote words={refusalWords(refusal)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Create no key</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Create the key
        </Button>
      </div>
    </form>
  )
}

export function CreateKey() {
  const may = usePermission('simulationKeyCreate')
  const [open, setOpen] = useState(false)
  const [created, setCreated] = useState<Created | null>(null)
  const close = () => {
    setOpen(false)
    setCreated(null)
  }
  return (
    <>
      <Button size="small" icon={Plus} disabledReason={may.reason} onClick={() => setOpen(true)}>
        Create a key
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={created ? `The key “${created.kept.name}”` : 'Create a key of the simulation'}
        // A click beside it would lose the key.
        modal={created !== null}
        footer={created && <Button onClick={close}>I have kept it</Button>}
      >
        {created ? (
          <ShownOnce secret={created.key} what="key">
            It opens everything that the simulation has. Its fingerprint is{' '}
            <span className="mono">{created.kept.fingerprint}</span>.
          </ShownOnce>
        ) : (
          <Form onCreated={setCreated} onClose={close} />
        )}
      </Dialog>
    </>
  )
}
