/** The dialogs of saved views: save, rename or share, and delete. */
import { type FormEvent, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useMyId } from '#api/session.ts'
import {
  Refusal,
  type SavedView,
  savedViewLimits,
  type ViewFilters,
  type ViewPage,
  viewFields,
  viewWords,
} from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { RadioGroup } from '#ui/forms/choice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import * as texts from './texts.tsx'

/** What a dialog is about: filters to save, or a view. */
export type ViewTask =
  | { kind: 'save'; page: ViewPage; filters: ViewFilters }
  | { kind: 'edit' | 'delete'; view: SavedView }

interface Props {
  task: ViewTask
  onClose: () => void
  onSaved: (view: SavedView) => void
  /** The element that gets the focus afterwards. */
  finalFocus: () => HTMLElement | null
}

interface FormProps {
  /** null: a new view. */
  view: SavedView | null
  /** Whether views of the page store the words of its search. */
  storesWords: boolean
  send: (values: { name: string; isShared: boolean }) => Promise<SavedView>
  isPending: boolean
  refusal: Refusal | null
  onClose: () => void
  onSaved: (view: SavedView) => void
}

function ViewForm({ view, storesWords, send, isPending, refusal, onClose, onSaved }: FormProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const myId = useMyId()
  const nameError = wasSubmitted && name.trim() === '' ? 'Enter a name.' : refusal?.data.fields?.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (name.trim() === '') return input.current?.focus()
    if (isPending) return
    send({ name: name.trim(), isShared }).then(
      (saved) => {
        onSaved(saved)
        onClose()
      },
      (error: unknown) => {
        // The form shows the refusal.
        if (!(error instanceof Refusal)) throw error
        if (error.data.fields?.name) input.current?.focus()
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {view === null && (
        <p className="text-soft">
          {storesWords
            ? 'A view stores the filters, the order and the words of the search.'
            : 'A view stores the filters and the order of this page, not the text in the search field.'}
        </p>
      )}
      <TextField
        ref={input}
        label="Name"
        value={name}
        onChange={setName}
        maxLength={savedViewLimits.nameLength}
        error={nameError ?? null}
      />
      <RadioGroup
        label="Who sees it"
        value={isShared ? 'team' : 'me'}
        onChange={(audience) => setShared(audience === 'team')}
        options={[
          {
            value: 'me',
            label: texts.ownViews,
            hint: view === null || view.ownerId === myId ? 'Only you see it.' : `Only ${view.owner} sees it.`,
          },
          {
            value: 'team',
            label: texts.teamViews,
            hint: 'Everybody in this workspace sees it. You and administrators can change it.',
          },
        ]}
      />
      {refusal && !nameError && <ErrorNote text={refusalText(refusal, true)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {view === null ? 'Save view' : 'Save changes'}
        </Button>
      </div>
    </form>
  )
}

function NewView({ page, filters, ...rest }: { page: ViewPage; filters: ViewFilters } & Omit<Props, 'task'>) {
  const { run, isPending, refusal } = useCommand('savedViewCreate')
  const send: FormProps['send'] = (values) => run({ body: { page, filters, ...values } })
  const storesWords = viewFields[page].includes(viewWords)
  return <ViewForm view={null} {...{ storesWords, send, isPending, refusal }} {...rest} />
}

function ChangedView({ view, ...rest }: { view: SavedView } & Omit<Props, 'task'>) {
  const { run, isPending, refusal } = useCommand('savedViewChange')
  const send: FormProps['send'] = (body) => run({ params: { viewId: view.id }, body })
  return <ViewForm storesWords={false} {...{ view, send, isPending, refusal }} {...rest} />
}

function DeleteView({ view, onClose, finalFocus }: { view: SavedView } & Omit<Props, 'task'>) {
  const { run } = useCommand('savedViewDelete')
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete the view “${view.name}”?`}
      cancelLabel={texts.cancel}
      action="Delete view"
      tone="danger"
      run={(key) => run({ params: { viewId: view.id }, key })}
      onDone={onClose}
      finalFocus={finalFocus}
    >
      <p>
        {view.isShared
          ? 'Your colleagues see this view too. It is deleted for the whole team.'
          : 'The filters of the page stay as they are.'}
      </p>
    </Confirm>
  )
}

export default function ViewDialog({ task, ...rest }: Props) {
  if (task.kind === 'delete') return <DeleteView view={task.view} {...rest} />
  return (
    <Dialog
      open
      onClose={rest.onClose}
      title={task.kind === 'save' ? 'Save this view' : 'Rename or share this view'}
      width="small"
      finalFocus={rest.finalFocus}
    >
      {task.kind === 'save' ? (
        <NewView page={task.page} filters={task.filters} {...rest} />
      ) : (
        <ChangedView view={task.view} {...rest} />
      )}
    </Dialog>
  )
}
