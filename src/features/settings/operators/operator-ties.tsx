/** The other accounts of the same person. Administrators tie accounts of which they know that one person uses them. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { KnownOperator, OperatorDetail } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'

interface Props {
  detail: OperatorDetail
  operators: readonly KnownOperator[]
}

export function OperatorTies({ detail: { operator, tied }, operators }: Props) {
  const tie = useCommand('operatorTie')
  const untie = useCommand('operatorUntie')
  const [otherId, setOtherId] = useState<string | null>(null)
  const params = { operatorId: operator.id }
  const known = [operator, ...tied].map(({ id }) => id)
  const options = operators
    .filter(({ id }) => !known.includes(id))
    .map(({ id, name, email }) => ({ value: id, label: email === '' ? name : `${name} (${email})` }))
  const refusal = tie.refusal ?? untie.refusal
  return (
    <div className="flex flex-col gap-2">
      {tied.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{tied.map(({ name }) => name).join(', ')}</span>
          <Button
            size="small"
            pending={untie.isPending}
            aria-label={`Untie ${operator.name} from these accounts`}
            onClick={() => void untie.run({ params }).catch(() => {})}
          >
            Untie
          </Button>
        </div>
      )}
      {options.length > 0 && (
        <div className="flex flex-wrap items-end gap-2">
          <Select label="Another account of this person" value={otherId} onChange={setOtherId} options={options} />
          <Button
            pending={tie.isPending}
            disabledReason={otherId === null && 'Choose an account first.'}
            onClick={() =>
              void tie.run({ params, body: { otherId: otherId ?? '' } }).then(
                () => setOtherId(null),
                () => {},
              )
            }
          >
            Tie accounts
          </Button>
        </div>
      )}
      <p className="text-label text-muted">Accounts of one person cannot approve for each other.</p>
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
    </div>
  )
}
