/** Where a draft is decided: to whom it goes, and what one can do. */
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { shortcuts } from '#kit/keyboard/shortcut-table.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'

export interface DecisionActions {
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
  actions: DecisionActions
  editing: boolean
  /** Why nothing can be decided now; '' where it can. */
  blocked: string
  /** Why what is typed cannot be sent; '' where it can. */
  editProblem: string
  /** Why it is too soon to decide; '' once the draft can have been read. */
  tooEarly: string
  /** An edit that is the text as it was. */
  unchanged: boolean
  pending: boolean
  /** Said when somebody tried what is not possible now. */
  reason: string
  /** Somebody tried to decide before the draft can have been read. */
  wasTooEarly: boolean
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

/** Both names take up their space, so that nothing moves when one replaces the other. */
const Label = ({ name, early }: { name: string; early: boolean }) => (
  <span className="grid place-items-center">
    <span className={cx('col-start-1 row-start-1', early && 'invisible')}>{name}</span>
    <span className={cx('col-start-1 row-start-1', !early && 'invisible')}>Read it first</span>
  </span>
)

export function DecisionBar(props: Props) {
  const {
    recipient,
    actions: deeds,
    editing,
    blocked,
    editProblem: unfit,
    tooEarly: unseen,
    unchanged,
    pending,
    reason: said,
    wasTooEarly: early,
  } = props
  const tooSoon = 'Nothing was sent: this draft had only just appeared. Read it, then press again.'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-raised px-3 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <Recipient {...recipient} />
        <Button
          variant="primary"
          pending={pending}
          disabledReason={blocked || unfit || unseen}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={deeds.approve}
        >
          <Label name={editing ? 'Send edited' : 'Approve and send'} early={early && unseen !== ''} />
        </Button>
        <Keys of="review.approve" />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 sm:ml-auto">
        {editing ? (
          <>
            <Button
              disabledReason={blocked || unfit || (unchanged && 'Nothing is changed yet.') || unseen}
              onClick={deeds.save}
            >
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
            <Button disabledReason={blocked || unseen} aria-keyshortcuts="Shift+X" onClick={deeds.reject}>
              Reject <Keys of="review.reject" />
            </Button>
          </>
        )}
        <Button variant="ghost" aria-keyshortcuts="S" onClick={deeds.skip}>
          Skip <Keys of="review.skip" />
        </Button>
      </div>
      <output className="w-full text-label text-danger empty:hidden">{said || (early && tooSoon)}</output>
    </div>
  )
}
