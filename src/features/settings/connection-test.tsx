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
import * as texts from './texts.tsx'

type TestResult = ResponseOf<Contract['connectionTest']>

/** Requests: one to the service itself, and one for each optional feature. */
const requestsPerTest = 1 + Object.keys(texts.featureNames).length

const Result = ({ result: { state, took, cost, fingerprint, extensions } }: { result: TestResult }) => (
  <DescriptionList
    facts={[
      { term: texts.testResultTerm, value: <StatusLabel {...texts.serviceStates[state]} /> },
      { term: texts.responseTimeTerm, value: took === null ? texts.noResponseTime : texts.milliseconds(took) },
      { term: texts.requestsUsedTerm, value: texts.requestsUsed(cost) },
      { term: texts.keyFingerprintTerm, value: <span className="mono">{fingerprint}</span> },
      {
        term: texts.optionalFeatures,
        value: texts.availableFeatures(Object.values(extensions).filter(Boolean).length),
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
      title={texts.connectionTest}
      actions={
        <Button size="small" pending={isPending} disabledReason={permission.reason} onClick={test}>
          {texts.testConnection(requestsPerTest)}
        </Button>
      }
    >
      <div aria-live="polite">
        {refusal ? (
          <ErrorNote tone="neutral" text={refusalText(refusal)} />
        ) : result ? (
          <Result result={result} />
        ) : (
          <p className="text-muted">{texts.connectionTestHint}</p>
        )}
      </div>
    </Section>
  )
}
