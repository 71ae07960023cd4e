/** Asks to type a record's name before a change. It lists the affected batches, and reads them again when the button is pressed. */
import { type ReactNode, useState } from 'react'
import { Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { splitHiddenCharacters } from '#ui/text/hidden-text.ts'
import { affectsMoreBatches, type Impact } from './batch-impact.ts'
import { actionText, BatchesInUse } from './batches-in-use.tsx'
import * as texts from './texts.ts'

/** A name as a person can type it: no hidden characters, single spaces. */
const typeableName = (name: string): string =>
  splitHiddenCharacters(name)
    .map(({ text, hiddenName: mark }) => (mark === '' ? text : ''))
    .join('')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

/** What the change does to batches: as the dialog displays it, and as it is now. */
export interface Impacts {
  /** undefined: loading. */
  displayed: readonly Impact[] | undefined
  readCurrent: () => Promise<readonly Impact[]>
}

const nameField = 'confirm-name'

interface Props<T> {
  /** The kind of record, such as "agent". */
  noun: string
  name: string
  verb: 'delete' | 'save' | 'create'
  title: string
  /** The button that closes the dialog, such as "Cancel". */
  cancelLabel: string
  onClose: () => void
  impacts: Impacts
  run: (key: string) => Promise<T>
  onDone: (result: T) => void
  children?: ReactNode
}

/** Refuses the change if a batch started after the dialog opened, because the person has not seen that batch yet. */
const changedMeanwhile = (noun: string) =>
  new Refusal({
    status: 409,
    code: 'in_use',
    by: 'gateway',
    message: `Another batch started to use this ${noun} after you opened this dialog. Nothing was sent. Check the list again.`,
  })

export function ConfirmByName<T>({
  noun,
  name,
  verb,
  title,
  cancelLabel,
  onClose,
  impacts,
  run,
  onDone,
  children,
}: Props<T>) {
  const [typedName, setTypedName] = useState('')
  const expected = typeableName(name) || noun
  const { displayed, readCurrent } = impacts
  const checkAndRun = async (key: string) => {
    if (affectsMoreBatches(displayed ?? [], await readCurrent())) throw changedMeanwhile(noun)
    return run(key)
  }
  return (
    <Confirm
      mayBeReal
      open
      onClose={onClose}
      title={title}
      cancelLabel={cancelLabel}
      action={actionText(texts.confirmActions[verb](noun), displayed ?? [])}
      tone="danger"
      disabledReason={
        displayed === undefined
          ? texts.loadingBatches(noun)
          : typeableName(typedName) !== expected && `Type the ${noun}’s name first.`
      }
      run={checkAndRun}
      onDone={onDone}
    >
      {children}
      {displayed === undefined ? (
        <p className="text-muted">{texts.loadingBatches(noun)}</p>
      ) : (
        <BatchesInUse impacts={displayed} />
      )}
      <TextField label={`Type “${expected}” to confirm`} value={typedName} onChange={setTypedName} name={nameField} />
    </Confirm>
  )
}
