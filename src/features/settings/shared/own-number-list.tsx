/** The own phone numbers of one operator, whether each is confirmed, and a button for each. */
import type { ReactNode } from 'react'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { OwnNumber, Refusal } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'

interface ButtonProps {
  label: string
  /** Names the number too, for screen readers. */
  spokenLabel: string
  /** The command of this number alone, so that another number is neither pending nor refused with it. */
  command: { isPending: boolean; refusal: Refusal | null }
  onClick: () => void
}

/** The button of one number, and below the number why its command was refused. */
export const OwnNumberButton = ({ label, spokenLabel, command: { isPending, refusal }, onClick }: ButtonProps) => (
  <>
    <Button size="small" pending={isPending} onClick={onClick} aria-label={spokenLabel}>
      {label}
    </Button>
    {refusal && (
      <div className="basis-full">
        <ErrorNote text={refusalText(refusal, true)} />
      </div>
    )}
  </>
)

interface Props {
  numbers: readonly OwnNumber[]
  label: string
  /** The button beside each number. */
  buttons: Readonly<Record<string, ReactNode>>
}

export const OwnNumberList = ({ numbers, label, buttons }: Props) => (
  <ul aria-label={label} className="-my-1.5 divide-y divide-line">
    {numbers.map((own) => (
      <li key={own.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
        <span className="min-w-0 flex-1 basis-40">
          <PhoneNumber number={own.number} country="name" />
        </span>
        <StatusLabel
          state={own.confirmedBy === null ? 'waiting' : 'done'}
          label={own.confirmedBy === null ? 'Not confirmed' : `Confirmed by ${own.confirmedBy}`}
        />
        {buttons[own.id]}
      </li>
    ))}
  </ul>
)
