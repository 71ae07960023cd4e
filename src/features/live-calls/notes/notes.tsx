/** The notes on a call, and the form for a new one. */
import Trash2 from 'lucide-react/icons/trash-2'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useMyId, useSession } from '#api/session.ts'
import { type CallNote, callNoteLimits, Refusal } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { number } from '#ui/text/format-number.ts'
import { MarkedText, visible, visibleText } from '#ui/text/visible-text.tsx'
import { fullDateTime } from '#ui/time/format-time.ts'
import { TimeWithDay } from '#ui/time/time.tsx'

const noteFieldName = 'call-note'
const focusNoteField = () => document.querySelector<HTMLElement>(`[name="${noteFieldName}"]`)

export function NoteList({ roomName, notes }: { roomName: string; notes: readonly CallNote[] }) {
  const [toDelete, setToDelete] = useState<CallNote | null>(null)
  const { run } = useCommand('callNoteDelete')
  const { reason } = usePermission('callNoteDelete')
  const myId = useMyId()
  const { operator } = useSession()
  const isAdmin = operator?.roles.includes('admin') ?? false
  if (notes.length === 0) return null
  return (
    <>
      <ol aria-label="Notes" className="flex flex-col divide-y divide-line border-y border-line">
        {notes.map((note) => {
          const isOwn = note.operatorId === myId
          return (
            <li key={note.noteId} className="flex items-start gap-1 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap gap-x-2 text-label text-muted">
                  <span className="font-medium text-soft">{isOwn ? 'You' : visible(note.operator)}</span>
                  <TimeWithDay at={note.at} />
                </p>
                <p dir="auto">
                  <MarkedText text={note.text} />
                </p>
              </div>
              {(isOwn || isAdmin) && (
                <IconButton
                  label={`Delete the note of ${isOwn ? 'You' : visibleText(note.operator)}, ${fullDateTime(note.at)}`}
                  icon={Trash2}
                  size="small"
                  disabledReason={reason}
                  onClick={() => setToDelete(note)}
                />
              )}
            </li>
          )
        })}
      </ol>
      <Confirm
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        title="Delete this note?"
        cancelLabel="Keep the note"
        action="Delete note"
        tone="danger"
        finalFocus={focusNoteField}
        run={(key) => run({ params: { roomName, noteId: toDelete?.noteId ?? '' }, key })}
        onDone={() => setToDelete(null)}
      >
        {toDelete && (
          <blockquote className="mb-2 border-l-2 border-line-strong pl-3">
            <MarkedText text={toDelete.text} />
          </blockquote>
        )}
        <p>Nobody can read it any more. This cannot be undone.</p>
      </Confirm>
    </>
  )
}

const problemOf = (text: string): string | null => {
  if (text.trim() === '') return 'Write the note first.'
  return text.length > callNoteLimits.noteLength
    ? `A note has at most ${number(callNoteLimits.noteLength)} characters. This one has ${number(text.length)}.`
    : null
}

export function NoteForm({ roomName }: { roomName: string }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { run, isPending } = useCommand('callNoteAdd')
  const { runOnce } = useCommandRunner()
  const { reason } = usePermission('callNoteAdd')

  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(text)
    setProblem(found)
    setRefusal(null)
    if (found || reason) return
    runOnce((key) => run({ params: { roomName }, body: { text }, key }), text).then(
      // What was typed since then stays.
      (answer) => answer && setText((current) => (current === text ? '' : current)),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        setRefusal(error)
      },
    )
  }
  return (
    <form onSubmit={save} className="flex flex-col items-start gap-2">
      <div className="w-full">
        <TextArea
          label="Write a note"
          name={noteFieldName}
          rows={3}
          placeholder="What should colleagues know about this call?"
          value={text}
          onChange={(next) => {
            setText(next)
            setProblem(null)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
          error={problem}
        />
      </div>
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
      <Button type="submit" pending={isPending} disabledReason={reason}>
        Save note
      </Button>
    </form>
  )
}
