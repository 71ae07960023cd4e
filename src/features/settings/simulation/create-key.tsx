import Plus from 'lucide-react/icons/plus'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { OneTimeSecret } from '../shared/one-time-secret.tsx'
import * as texts from './texts.tsx'

type Created = ResponseOf<Contract['simulationKeyCreate']>

function Form({ onCreated, onClose }: { onCreated: (created: Created) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const commandRunner = useCommandRunner()
  const { run, isPending, refusal } = useCommand('simulationKeyCreate')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    const body = { name: name.trim() }
    if (body.name === '' || isPending) return
    commandRunner
      .runOnce((key) => run({ body, key }), body)
      .then(
        (created) => created && onCreated(created),
        () => undefined, // The refusal is shown below the fields.
      )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="The program that will use this key, so that you recognize it when you revoke the key."
        maxLength={80}
        value={name}
        onChange={setName}
        error={isSubmitted && name.trim() === '' ? 'Enter a name for the key.' : null}
      />
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.createKey}
        </Button>
      </div>
    </form>
  )
}

export function CreateKey() {
  const permission = usePermission('simulationKeyCreate')
  const [open, setOpen] = useState(false)
  const [created, setCreated] = useState<Created | null>(null)
  const close = () => {
    setOpen(false)
    setCreated(null)
  }
  return (
    <>
      <Button size="small" icon={Plus} disabledReason={permission.reason} onClick={() => setOpen(true)}>
        {texts.createKey}
      </Button>
      <Dialog
        open={open}
        // Escape would lose the key, which is shown only once.
        onClose={() => created === null && close()}
        title={created ? `Key “${created.kept.name}”` : 'Create a simulation key'}
        // A click outside would lose the key.
        modal={created !== null}
        footer={created && <Button onClick={close}>I have saved the key</Button>}
      >
        {created ? (
          <OneTimeSecret secret={created.key} kind="key">
            It gives full access to the simulation. Its fingerprint is{' '}
            <span className="mono">{created.kept.fingerprint}</span>.
          </OneTimeSecret>
        ) : (
          <Form onCreated={setCreated} onClose={close} />
        )}
      </Dialog>
    </>
  )
}
