/** The dialog that opens conversations by pasted IDs. The gateway then checks these conversations for drafts. */
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { CopyButton } from '#ui/forms/copy-button.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { maxIdsAtOnce, pastedIds } from './pasted-conversation-ids.ts'

type ImportResult = ResponseOf<Contract['conversationImport']>

function IdList({
  title,
  ids,
  isLinked,
  children,
}: {
  title: string
  ids: string[]
  isLinked: boolean
  children?: ReactNode
}) {
  if (ids.length === 0) return null
  return (
    <div>
      <p className="flex items-center gap-1 font-medium">
        {title}
        <CopyButton text={ids.join('\n')} label={`Copy the IDs of: ${title}`} />
      </p>
      {children && <p className="text-label text-muted">{children}</p>}
      <ul className="mono mt-0.5 max-h-40 overflow-y-auto text-label">
        {ids.map((id) => (
          <li key={id} className="break-all">
            {isLinked ? <Link to={paths.conversation(id)}>{id}</Link> : id}
          </li>
        ))}
      </ul>
    </div>
  )
}

const ImportOutcome = ({ opened, unknown, waiting }: ImportResult) => (
  <section
    aria-label="Result"
    aria-live="polite"
    className="flex flex-col gap-2 rounded-base border border-line bg-ground px-3 py-2"
  >
    <IdList title={`${plural(opened.length, 'conversation', 'conversations')} opened`} ids={opened} isLinked />
    <IdList title={`${plural(unknown.length, 'ID', 'IDs')} not found`} ids={unknown} isLinked={false}>
      Check the IDs. They may belong to another workspace.
    </IdList>
    <IdList title={`${plural(waiting.length, 'conversation', 'conversations')} not loaded yet`} ids={waiting} isLinked>
      Switchboard loads them as soon as the request budget allows. Their drafts then appear in the queue.
    </IdList>
  </section>
)

const problemWith = (ids: readonly string[], unusable: readonly string[]): string | null => {
  if (ids.length > maxIdsAtOnce)
    return `You pasted ${number(ids.length)} IDs. You can open up to ${number(maxIdsAtOnce)} at a time.`
  if (ids.length === 0 && unusable.length > 0)
    return 'No IDs found. An ID has only letters, digits, hyphens and underscores.'
  return null
}

function Form({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { run, isPending, refusal } = useCommand('conversationImport')
  const [outcome, setOutcome] = useState<ImportResult | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const { ids, unusable } = pastedIds(text)
  const problem = problemWith(ids, unusable)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isPending || problem || ids.length === 0) return input.current?.focus()
    run({ body: { ids } }).then(setOutcome, () => input.current?.focus())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <p className="text-soft">
        Paste one ID, a list, a spreadsheet column or links. Switchboard then checks these conversations for drafts.
      </p>
      <TextArea
        ref={input}
        label="Conversation IDs"
        mono
        value={text}
        onChange={(next) => {
          setText(next)
          setSubmitted(false)
          setOutcome(null)
        }}
        error={(isSubmitted && problem) || refusal?.message || null}
      />
      {unusable.length > 0 && ids.length > 0 && (
        <p className="max-h-24 overflow-y-auto text-label text-muted">
          Skipped because these are not valid IDs: <span className="mono break-all">{unusable.join(' ')}</span>
        </p>
      )}
      {outcome && <ImportOutcome {...outcome} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        <Button
          type="submit"
          variant="primary"
          pending={isPending}
          disabledReason={ids.length === 0 && unusable.length === 0 && 'Paste an ID first.'}
        >
          Open {plural(Math.max(1, ids.length), 'conversation', 'conversations')}
        </Button>
      </div>
    </form>
  )
}

export default function OpenConversationsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Open conversations by ID">
      <Form onClose={onClose} />
    </Dialog>
  )
}
