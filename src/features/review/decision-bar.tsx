/** Where a draft is decided: to whom it goes, and what one can do. */
import { PhoneNumber } from '#parts/phone-number.tsx'
import { shortcuts } from '#shell/shortcut-table.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'

export interface Deeds {
  approve: () => void
  edit: () => void
  reject: () => void
  skip: () => void
  save: () => void
  discard: () => void
}

interface Props {
  /** The customer's phone, or e-mail where there is no phone. */
  recipient: { phone: string | null; email: string | null }
  deeds: Deeds
  editing: boolean
  /** Why nothing can be decided now; '' where it can. */
  blocked: string
  /** Why what is typed cannot be sent; '' where it can. */
  unfit: string
  /** An edit that is the text as it was. */
  unchanged: boolean
  pending: boolean
  /** Said when somebody tried what is not possible now. */
  said: string
}

const Keys = ({ of }: { of: keyof typeof shortcuts }) => (
  <span aria-hidden className="hidden sm:inline">
    <Kbd keys={shortcuts[of].keys} />
  </span>
)

const Recipient = ({ phone, email }: Props['recipient']) => (
  <p className="min-w-0">
    <span className="text-label text-muted">Goes to </span>
    {phone ? <PhoneNumber number={phone} /> : <span className="break-all">{email ?? 'nobody we know'}</span>}
  </p>
)

export function DecisionBar({ recipient, deeds, editing, blocked, unfit, unchanged, pending, said }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-raised px-3 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <Recipient {...recipient} />
        <Button
          variant="primary"
          pending={pending}
          disabledReason={blocked || unfit}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={deeds.approve}
        >
          {editing ? 'Send edited' : 'Approve and send'}
        </Button>
        <Keys of="review.approve" />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 sm:ml-auto">
        {editing ? (
          <>
            <Button disabledReason={blocked || unfit || (unchanged && 'Nothing is changed yet.')} onClick={deeds.save}>
              Save edit
            </Button>
            <Button variant="ghost" onClick={deeds.discard}>
              Discard edit
            </Button>
          </>
        ) : (
          <>
            <Button disabledReason={blocked} aria-keyshortcuts="E" onClick={deeds.edit}>
              Edit <Keys of="review.edit" />
            </Button>
            <Button disabledReason={blocked} aria-keyshortcuts="Shift+X" onClick={deeds.reject}>
              Reject <Keys of="review.reject" />
            </Button>
          </>
        )}
        <Button variant="ghost" aria-keyshortcuts="S" onClick={deeds.skip}>
          Skip <Keys of="review.skip" />
        </Button>
      </div>
      <output className="w-full text-label text-danger empty:hidden">{said}</output>
    </div>
  )
}
