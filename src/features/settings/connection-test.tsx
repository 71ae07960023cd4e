/** Tests whether the service responds, how fast, and which optional features it has. The button names the cost (experience U51). */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import * as texts from './texts.tsx'

type TestResult = ResponseOf<Contract['connectionTest']>

/** Requests: one to the service itself, and one for each optional feature. */
const requestsPerTest = 1 + Object.keys(texts.featureNames).length

const Result = ({ result: { state, took, cost, fingerprint, extensions } }: { result: TestResult }) => (
  <DescriptionList
    facts={[
      { term: 'Result', value: <StatusLabel {...texts.serviceStates[state]} /> },
      { term: 'Response time', value: took === null ? '–' : `${number(Math.round(took))} ms` },
      { term: 'Used', value: plural(cost, 'request', 'requests') },
      { term: 'API key fingerprint', value: <span className="mono">{fingerprint}</span> },
      {
        term: texts.optionalFeatures,
        value: `${number(Object.values(extensions).filter(Boolean).length)} available`,
      },
    ]}
  />
)

export function ConnectionTest() {
  const permission = usePermission('connectionTest')
  const { run, isPending, refusal, reset } = useCommand('connectionTest')
  const [result, setResult] = useState<TestResult | null>(null)
  const test = () => {
    reset()
    run({}).then(setResult, () => setResult(null))
  }
  return (
    <Section
      title="Connection test"
      actions={
        <Button size="small" pending={isPending} disabledReason={permission.reason} onClick={test}>
          Test connection ({plural(requestsPerTest, 'request', 'requests')})
        </Button>
      }
    >
      <div aria-live="polite">
        {refusal ? (
          <ErrorNote tone="neutral" text={refusalText(refusal)} />
        ) : result ? (
          <Result result={result} />
        ) : (
          <p className="text-muted">
            Reads one agent and checks which optional features the service has. Shows the fingerprint of the API key,
            never the key itself.
          </p>
        )}
      </div>
    </Section>
  )
}
