/** `/agents/import`: creates records from a file, after showing what it would create. */
import { useState } from 'react'
import { load, queryClient } from '#api/reads.ts'
import { agentsRead, flowsRead } from '#components/agents/use-readiness.ts'
import { maxFileBytes, type PlannedRecord, planOf } from '#components/records/files/record-file.ts'
import type { Agent } from '#contract/index.ts'
import { UnsavedGuard } from '#kit/actions/unsaved-guard.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { ImportPlan } from './import-plan.tsx'
import { remaining, useImportRun } from './import-run.ts'
import * as texts from './texts.ts'

/** Both are shared with the pickers. They say which names and numbers exist already. */
export const loader = () => load(agentsRead, flowsRead)

const back = { to: paths.agents(), label: texts.back }

export function Component() {
  const permission = usePermission('agentCreate')
  return (
    <Page>
      <PageHeader title="Import records" back={back} />
      {permission.allowed ? (
        <ImportForm reason={permission.reason} />
      ) : (
        <NotAllowed reason={permission.reason} to={paths.agents()} label={texts.back} />
      )}
    </Page>
  )
}

/** Who has which number, so that no second agent gets it. */
const numbersOf = (agents: readonly Agent[]) =>
  new Map(agents.flatMap(({ phoneNumber, name, id }) => (phoneNumber ? [[phoneNumber, name || id] as const] : [])))

/** The agents, read again if an import changed them. Without them, the service decides about a number that is used twice. */
const readAgents = (): Promise<readonly Agent[]> =>
  queryClient.fetchQuery(agentsRead).then(
    ({ data }) => data.agents,
    () => [],
  )

async function readPlan(file: File, agents: readonly Agent[]) {
  if (file.size > maxFileBytes)
    return { ok: false as const, problem: 'This file is larger than 20 MB. Export fewer records at once.' }
  const text = await file.text().catch(() => null)
  return text === null
    ? { ok: false as const, problem: 'The browser could not read it.' }
    : planOf(text, numbersOf(agents))
}

function ImportForm({ reason }: { reason: string }) {
  const [file, setFile] = useState<{ name: string; records: readonly PlannedRecord[] } | null>(null)
  const [problem, setProblem] = useState('')
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const importRun = useImportRun()
  const chosen = (file?.records ?? []).filter(({ key, problem }) => problem === '' && !excluded.has(key))
  const isStarted = Object.keys(importRun.states).length > 0

  const choose = async (next: File) => {
    const plan = await readPlan(next, await readAgents())
    importRun.reset()
    setExcluded(new Set())
    setProblem(plan.ok ? '' : `“${next.name}” cannot be imported. ${plan.problem} Nothing was sent.`)
    setFile(plan.ok ? { name: next.name, records: plan.records } : null)
  }

  return (
    <>
      <UnsavedGuard
        isDirty={isStarted && remaining(chosen, importRun.states).length > 0}
        subject="the records that are not created yet"
      />
      {problem !== '' && <ErrorNote text={{ message: problem }} />}
      {file ? (
        <ImportPlan
          fileName={file.name}
          records={file.records}
          chosen={chosen}
          importRun={importRun}
          reason={reason}
          onInclude={(key, isIncluded) =>
            setExcluded((before) => new Set(isIncluded ? [...before].filter((one) => one !== key) : [...before, key]))
          }
          onOtherFile={() => setFile(null)}
        />
      ) : (
        <div className="max-w-3xl">
          <Card>
            <p className="reading mb-3 text-soft">
              Creates agents, flows, messaging agents and message flows from a file that Switchboard exported, here or
              in another workspace. References between them are kept. You see everything before anything is sent.
            </p>
            <DropZone
              title="Drop a JSON file here"
              button="Choose a file"
              accept=".json,application/json"
              onFile={(next) => void choose(next)}
              disabledReason={reason}
            >
              A .json file from “Export”, up to 20 MB.
            </DropZone>
          </Card>
        </div>
      )}
    </>
  )
}
