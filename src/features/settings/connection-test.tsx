/** Asks the service whether it is there, what it has and how fast it is; says beforehand what that costs (experience U51). */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { familyWords, states } from './service-words.ts'

type Tested = ResponseOf<Contract['connectionTest']>

/** One for the service itself, and one for each family of extensions. */
const cost = 1 + Object.keys(familyWords).length

const Result = ({ tested: { state, took, cost, fingerprint, extensions } }: { tested: Tested }) => (
  <DescriptionList
    facts={[
      { term: 'Answer', value: <Lamp {...states[state]} /> },
      { term: 'Took', value: took === null ? '–' : `${number(Math.round(took))} ms` },
      { term: 'Cost', value: plural(cost, 'request', 'requests') },
      { term: 'Key’s fingerprint', value: <span className="mono">{fingerprint}</span> },
      {
        term: 'Extensions',
        value: plural(Object.values(extensions).filter(Boolean).length, 'family offered', 'families offered'),
      },
    ]}
  />
)

export function ConnectionTest() {
  const may = usePermission('connectionTest')
  const { run, isPending, refusal, reset } = useCommand('connectionTest')
  const [tested, setTested] = useState<Tested | null>(null)
  const test = () => {
    reset()
    run({}).then(setTested, () => setTested(null))
  }
  return (
    <Section
      title="Connection test"
      actions={
        <Button size="small" pending={isPending} disabledReason={may.reason} onClick={test}>
          Test the connection ({plural(cost, 'request', 'requests')})
        </Button>
      }
    >
      <div aria-live="polite">
        {refusal ? (
          <ErrorNote tone="neutral" words={refusalWords(refusal)} />
        ) : tested ? (
          <Result tested={tested} />
        ) : (
          <p className="text-muted">
            Asks for one agent and looks which extensions there are. It shows the fingerprint of the API key; the key
            itself is never shown.
          </p>
        )}
      </div>
    </Section>
  )
}
