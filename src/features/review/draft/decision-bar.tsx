/** The recipient of a draft, and the buttons that decide it. */
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { shortcuts } from '#kit/keyboard/shortcut-table.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import * as texts from './texts.tsx'

export interface DecisionActions {
  approve: () => void
  edit: () => void
  reject: () => void
  skip: () => void
  save: () => void
  discard: () => void
}

interface Props {
  /** The customer's phone number; without one, the e-mail address. */
  recipient: { phone: string | null; email: string | null }
  actions: DecisionActions
  editing: boolean
  /** Why the draft cannot be decided now; '' if it can. */
  blocked: string
  /** Why the edit cannot be sent; '' if it can. */
  editProblem: string
  /** Why it is too early to decide; '' once the draft can have been read. */
  tooEarly: string
  /** The edit equals the text. */
  unchanged: boolean
  pending: boolean
  /** Why the operator's last action was not possible; '' if it was. */
  reason: string
  /** The operator tried to decide before the draft can have been read. */
  wasTooEarly: boolean
}

const Keys = ({ of }: { of: keyof typeof shortcuts }) => (
  <span aria-hidden className="hidden sm:inline">
    <Kbd keys={shortcuts[of].keys} />
  </span>
)

const Recipient = ({ phone, email }: Props['recipient']) => (
  <p className="min-w-0">
    <span className="text-label text-muted">{texts.recipientLabel} </span>
    {phone ? <PhoneNumber number={phone} /> : <span className="break-all">{email ?? texts.unknownRecipient}</span>}
  </p>
)

/** Both labels take up their space, so that nothing moves when one replaces the other. */
const Label = ({ name, wasTooEarly }: { name: string; wasTooEarly: boolean }) => (
  <span className="grid place-items-center">
    <span className={cx('col-start-1 row-start-1', wasTooEarly && 'invisible')}>{name}</span>
    <span className={cx('col-start-1 row-start-1', !wasTooEarly && 'invisible')}>{texts.readFirst}</span>
  </span>
)

export function DecisionBar(props: Props) {
  const { recipient, actions, editing, blocked, editProblem, tooEarly, unchanged, pending, reason, wasTooEarly } = props
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-raised px-3 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <Recipient {...recipient} />
        <Button
          variant="primary"
          pending={pending}
          disabledReason={blocked || editProblem || tooEarly}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={actions.approve}
        >
          <Label name={editing ? texts.sendEdit : texts.approveAndSend} wasTooEarly={wasTooEarly && tooEarly !== ''} />
        </Button>
        <Keys of="review.approve" />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 sm:ml-auto">
        {editing ? (
          <>
            <Button
              disabledReason={blocked || editProblem || (unchanged && texts.nothingChanged) || tooEarly}
              onClick={actions.save}
            >
              {texts.saveEdit}
            </Button>
            <Button variant="ghost" onClick={actions.discard}>
              {texts.discardEdit}
            </Button>
          </>
        ) : (
          <>
            <Button disabledReason={blocked} aria-keyshortcuts="E" onClick={actions.edit}>
              {texts.edit} <Keys of="review.edit" />
            </Button>
            <Button disabledReason={blocked || tooEarly} aria-keyshortcuts="Shift+X" onClick={actions.reject}>
              {texts.reject} <Keys of="review.reject" />
            </Button>
          </>
        )}
        <Button variant="ghost" aria-keyshortcuts="S" onClick={actions.skip}>
          {texts.skip} <Keys of="review.skip" />
        </Button>
      </div>
      <output className="w-full text-label text-danger empty:hidden">
        {reason || (wasTooEarly && texts.decidedTooEarly)}
      </output>
    </div>
  )
}
