/** Opens a batch that was started elsewhere, by its ID. */
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { idPattern } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import * as texts from './texts.ts'

export function FollowBatch() {
  const [open, setOpen] = useState(false)
  const [batchId, setBatchId] = useState('')
  const [isMalformed, setIsMalformed] = useState(false)
  const { run, isPending, refusal, reset } = useCommand('batchFollow')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const id = batchId.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setIsMalformed(!idPattern.test(id))
    if (!idPattern.test(id)) return
    run({ body: { batchId: id } }).then(
      () => navigate(paths.batch(id)),
      // The refusal is shown at the field.
      () => input.current?.focus(),
    )
  }
  const error = isMalformed ? texts.malformedId : (refusal?.message ?? null)
  return (
    <>
      <Button
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        {texts.openById}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.openTitle} width="small" initialFocus={input}>
        <form onSubmit={submit} className="flex flex-col gap-3">
          <p className="text-soft">{texts.openHint}</p>
          <TextField ref={input} label={texts.batchId} mono value={batchId} onChange={setBatchId} error={error} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{texts.cancel}</Button>
            <Button
              type="submit"
              variant="primary"
              pending={isPending}
              disabledReason={id === '' && texts.enterIdFirst}
            >
              {texts.openBatch}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
