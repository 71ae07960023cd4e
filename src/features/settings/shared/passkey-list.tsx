/** Passkeys of one operator, each with a button that removes it after a confirmation. */
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Passkey } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Ago, Time } from '#ui/time/time.tsx'
import { screenReaderText } from './screen-reader-text.tsx'
import * as texts from './texts.tsx'

interface Props {
  passkeys: readonly Passkey[]
  /** Removes a passkey. The key is the Idempotency-Key. @returns the number of sessions that ended with it */
  remove: (passkeyId: string, key: string) => Promise<number>
  /** Called when a confirmation opens. */
  onOpen?: () => void
  /** What the confirmation says and asks. */
  effect: ReactNode
  /** Shown if there is no passkey. */
  empty?: ReactNode
}

interface EntryProps extends Pick<Props, 'remove' | 'onOpen' | 'effect'> {
  passkey: Passkey
  list: RefObject<HTMLElement | null>
}

function Entry({ passkey: { id, name, createdAt, lastUsedAt }, remove, onOpen, effect, list }: EntryProps) {
  const [open, setOpen] = useState(false)
  const isRemoved = useRef(false)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-label text-muted">
          {texts.passkeyFacts(<Time at={createdAt} show="day" />, lastUsedAt === null ? null : <Ago at={lastUsedAt} />)}
        </span>
      </span>
      <Button
        size="small"
        onClick={() => {
          onOpen?.()
          setOpen(true)
        }}
      >
        {<>Remove{screenReaderText(` passkey: ${name}`)}</>}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Remove the passkey “${name}”?`}
        cancelLabel="Cancel"
        action="Remove passkey"
        tone="danger"
        run={(key) => remove(id, key)}
        // The entry disappears with its button.
        finalFocus={() => (isRemoved.current ? list.current : null)}
        onDone={(ended) => {
          isRemoved.current = true
          setOpen(false)
          notify({
            title: `Passkey removed: ${name}.`,
            text: ended === 0 ? '' : `${plural(ended, 'session was', 'sessions were')} ended.`,
          })
        }}
      >
        {effect}
      </Confirm>
    </li>
  )
}

export function PasskeyList({ passkeys, empty, ...entry }: Props) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {passkeys.length === 0 ? (
        empty
      ) : (
        <ul aria-label="Passkeys" className="-my-1.5 divide-y divide-line">
          {passkeys.map((passkey) => (
            <Entry key={passkey.id} passkey={passkey} list={list} {...entry} />
          ))}
        </ul>
      )}
    </div>
  )
}
