/** A confirm that asks for the record's name: what depends on it is listed, and is read once more when the button is pressed. */
import { type ReactNode, useState } from 'react'
import { Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { piecesOf } from '#ui/text/hidden-text.ts'
import { type Impact, isNews } from './batch-impact.ts'
import { BatchesInUse, cost } from './batches-in-use.tsx'

/** A name as a person can type it: no hidden characters, single spaces. */
const typeable = (name: string): string =>
  piecesOf(name)
    .map(({ text, mark }) => (mark === '' ? text : ''))
    .join('')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

/** What the change does to batches: as it was shown, and as it is now. */
export interface Impacts {
  /** undefined: it is being read. */
  shown: readonly Impact[] | undefined
  readAgain: () => Promise<readonly Impact[]>
}

interface Props<T> {
  /** What it is, such as "agent". */
  noun: string
  name: string
  verb: 'delete' | 'save' | 'create'
  title: string
  /** "Keep agent". */
  safe: string
  onClose: () => void
  impacts: Impacts
  run: (key: string) => Promise<T>
  onDone: (result: T) => void
  children?: ReactNode
}

/** A batch started since the person was asked. They have to see it first. */
const changedMeanwhile = () =>
  new Refusal({
    status: 409,
    code: 'in_use',
    by: 'gateway',
    message: 'Another batch started to use it after you opened this dialog. Nothing was sent. Check the list again.',
  })

export function ConfirmByName<T>({ noun, name, verb, title, safe, onClose, impacts, run, onDone, children }: Props<T>) {
  const [typed, setTyped] = useState('')
  const wanted = typeable(name) || noun
  const { shown, readAgain } = impacts
  const act = async (key: string) => {
    if (isNews(shown ?? [], await readAgain())) throw changedMeanwhile()
    return run(key)
  }
  const verbs = { delete: 'Delete', save: 'Save', create: 'Create' }
  return (
    <Confirm
      open
      onClose={onClose}
      title={title}
      safe={safe}
      action={`${verbs[verb]} ${noun}${cost(shown ?? [])}`}
      tone="danger"
      disabledReason={
        shown === undefined
          ? 'Loading the batches that use it…'
          : typeable(typed) !== wanted && `Type the ${noun}’s name first.`
      }
      run={act}
      onDone={onDone}
    >
      {children}
      {shown === undefined ? (
        <p className="text-muted">Loading the batches that use it…</p>
      ) : (
        <BatchesInUse impacts={shown} />
      )}
      <TextField label={`Type “${wanted}” to ${verb} it`} value={typed} onChange={setTyped} name="confirm-name" />
    </Confirm>
  )
}
