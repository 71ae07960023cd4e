/** The operator's own phone numbers, to which test calls go once an administrator has confirmed them. */
import { type FormEvent, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { type Account, type OwnNumber, ownNumberLimits } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { OwnNumberButton, OwnNumberList } from '../shared/own-number-list.tsx'
import * as shared from '../shared/texts.tsx'
import * as texts from './texts.tsx'

function RemoveNumber({ id, number }: OwnNumber) {
  const { run, ...command } = useCommand('ownNumberRemove')
  return (
    <OwnNumberButton
      label={shared.removeNumber}
      spokenLabel={shared.removeNumberLabel(groupNumber(number))}
      command={command}
      onClick={() => void run({ params: { numberId: id } }).catch(() => {})}
    />
  )
}

export function OwnNumbersSection({ account: { numbers } }: { account: Account }) {
  const [typed, setTyped] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { run, isPending, refusal } = useCommand('ownNumberAdd')
  const read = readTypedNumber(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(!read.ok)
    if (!read.ok || isPending) return
    run({ body: { number: read.e164 } }).then(
      () => setTyped(''),
      () => {},
    )
  }
  return (
    <Section title={texts.ownNumbers}>
      <div className="flex flex-col gap-3">
        <p className="text-soft">
          Test calls of a batch go only to these numbers, once an administrator has confirmed them, and at most six
          times an hour.
        </p>
        {numbers.length === 0 ? (
          <p className="text-muted">You have saved no numbers.</p>
        ) : (
          <OwnNumberList
            numbers={numbers}
            label={texts.ownNumbers}
            buttons={Object.fromEntries(numbers.map((own) => [own.id, <RemoveNumber key={own.id} {...own} />]))}
          />
        )}
        <form noValidate onSubmit={submit} className="flex max-w-md flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-56">
            <TextField
              type="tel"
              name="own-number"
              label="Phone number"
              value={typed}
              error={isChecked && !read.ok ? read.problem : undefined}
              onChange={setTyped}
            />
          </div>
          <Button
            type="submit"
            pending={isPending}
            disabledReason={
              numbers.length >= ownNumberLimits.numbers &&
              `You can save ${ownNumberLimits.numbers} numbers. Remove one first.`
            }
          >
            Save number
          </Button>
        </form>
        {refusal && <ErrorNote text={refusalText(refusal)} />}
      </div>
    </Section>
  )
}
