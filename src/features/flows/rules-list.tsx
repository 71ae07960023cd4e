/** The rules of a flow, read-only. */
import type { Flow, FlowRule } from '#contract/index.ts'
import { optionLabel } from './options.ts'
import { outlineOf } from './steps/graph.ts'
import { ruleTargets } from './steps/problems.ts'
import { stepName } from './steps/step-types.ts'
import { WithVariables } from './steps/variables.tsx'
import * as texts from './texts.tsx'

export function RulesList({ flow: { flowData, rules } }: { flow: Flow }) {
  if (rules.length === 0) return <p className="text-muted">No rules. Calls follow only the steps and the prompt.</p>
  const lines = outlineOf(flowData, ruleTargets(rules))
  const valueOf = ({ then, value }: FlowRule) => {
    const line = then === 'go_to_node' ? lines.find(({ node }) => node.id === value) : undefined
    return line ? stepName(line) : value
  }
  return (
    <ol aria-label={texts.rulesLabel} className="divide-y divide-line">
      {rules.map((rule, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a service may give two rules the same id
        <li key={index} className="grid gap-x-4 py-1.5 sm:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,1.4fr)]">
          <span className="text-muted tabular-nums">{index + 1}.</span>
          <span className="break-words">{texts.ruleCondition(rule.when)}</span>
          <span className="min-w-0 break-words">
            <span className="text-muted">{optionLabel(texts.ruleActionOptions, rule.then)} </span>
            <WithVariables text={valueOf(rule)} />
          </span>
        </li>
      ))}
    </ol>
  )
}
