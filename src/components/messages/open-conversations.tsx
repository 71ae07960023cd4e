/** Opens conversations by their ids, one or a whole pasted list: from then on they are looked at for drafts. */
import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button, type ButtonVariant } from '#ui/forms/button.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { maxIdsAtOnce, pastedIds } from './pasted-conversation-ids.ts'

type Imported = ResponseOf<Contract['conversationImport']>

function Ids({
  title,
  ids,
  linked,
  children,
}: {
  title: string
  ids: string[]
  linked: boolean
  children?: ReactNode
}) {
  if (ids.length === 0) return null
  return (
    <div>
      <p className="font-medium">{title}</p>
      {children && <p className="text-label text-muted">{children}</p>}
      <ul className="mono mt-0.5 flex max-h-40 flex-wrap gap-x-3 overflow-y-auto text-label">
        {ids.map((id) => (
          <li key={id} className="break-all">
            {linked ? <Link to={paths.conversation(id)}>{id}</Link> : id}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Outcome = ({ opened, unknown, waiting }: Imported) => (
  <section
    aria-label="What was opened"
    aria-live="polite"
    className="flex flex-col gap-2 rounded-base border border-line bg-ground px-3 py-2"
  >
    <Ids title={`${plural(opened.length, 'conversation', 'conversations')} opened`} ids={opened} linked />
    <Ids title={`${number(unknown.length)} not known to the service`} ids={unknown} linked={false}>
      Check them, or whether they belong to another workspace.
    </Ids>
    <Ids title={`${number(waiting.length)} read later`} ids={waiting} linked>
      As soon as the request budget allows; they come into the queue by themselves.
    </Ids>
  </section>
)

const problemWith = (ids: readonly string[], unusable: readonly string[]): string | null => {
  if (ids.length > maxIdsAtOnce)
    return `These are ${number(ids.length)} IDs; at most ${number(maxIdsAtOnce)} are opened at once.`
  if (ids.length === 0 && unusable.length > 0) {
    return 'None of this is an ID: IDs are made of letters, digits, hyphens and underscores.'
  }
  return null
}

function Form({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const { run, isPending, refusal } = useCommand('conversationImport')
  const [outcome, setOutcome] = useState<Imported | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const { ids, unusable } = pastedIds(text)
  const problem = problemWith(ids, unusable)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isPending || problem || ids.length === 0) return input.current?.focus()
    run({ body: { ids } }).then(setOutcome, () => input.current?.focus())
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <p className="text-soft">
        Paste one ID, a list, a column of a sheet or addresses. From now on these conversations are looked at for
        messages that wait for review.
      </p>
      <TextArea
        ref={input}
        label="Conversation IDs"
        mono
        value={text}
        onChange={(next) => {
          setText(next)
          setAsked(false)
          setOutcome(null)
        }}
        error={(asked && problem) || refusal?.message || null}
      />
      {unusable.length > 0 && ids.length > 0 && (
        <p className="text-label text-muted">
          Left out, since it can be no ID: <span className="mono break-all">{unusable.slice(0, 10).join(' ')}</span>
        </p>
      )}
      {outcome && <Outcome {...outcome} />}
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

const Opening = createContext<() => void>(() => undefined)

/** Goes around a page: the dialog outlives what opened it, such as an empty list that is empty no more. */
export function OpenConversationsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Opening value={() => setOpen(true)}>
      {children}
      <Dialog open={open} onClose={() => setOpen(false)} title="Open conversations by ID">
        <Form onClose={() => setOpen(false)} />
      </Dialog>
    </Opening>
  )
}

export function OpenConversationsButton({ label, variant }: { label: string; variant?: ButtonVariant }) {
  const open = useContext(Opening)
  return (
    <Button variant={variant} onClick={open}>
      {label}
    </Button>
  )
}
