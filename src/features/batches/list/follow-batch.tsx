/** Opens a batch that was started elsewhere, by its ID. */
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { idPattern } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

export function FollowBatch() {
  const [open, setOpen] = useState(false)
  const [batchId, setBatchId] = useState('')
  const [malformed, setMalformed] = useState(false)
  const { run, isPending, refusal, reset } = useCommand('batchFollow')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const id = batchId.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setMalformed(!idPattern.test(id))
    if (!idPattern.test(id)) return
    run({ body: { batchId: id } }).then(
      () => navigate(paths.batch(id)),
      // The refusal is shown at the field.
      () => input.current?.focus(),
    )
  }
  const error = malformed
    ? 'A batch ID has letters, digits, hyphens and underscores, such as batch_1736500000.'
    : (refusal?.message ?? null)
  return (
    <>
      <Button
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        Open by ID
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Open a batch by its ID"
        width="small"
        initialFocus={input}
      >
        <form onSubmit={submit} className="flex flex-col gap-3">
          <p className="text-soft">
            The service does not list batches. One that was started elsewhere is found by its ID.
          </p>
          <TextField ref={input} label="Batch ID" mono value={batchId} onChange={setBatchId} error={error} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Close</Button>
            <Button
              type="submit"
              variant="primary"
              pending={isPending}
              disabledReason={id === '' && 'Enter the ID first.'}
            >
              Open batch
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
