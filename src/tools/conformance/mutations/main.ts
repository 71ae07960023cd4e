/**
 * `npm run conformance:mutations [-- <pattern>]`: breaks one thing at a time of the embedded service, and shows which breaks a conformance
 * run finds. The pattern, a regular expression, selects mutations by `endpoint kind what`.
 */
import { startEmbeddedService } from '../embedded.ts'
import { listMutations } from './list-mutations.ts'
import { type MutationKind, mutationKinds } from './mutation.ts'
import { type MutationResult, runBaseline, runMutation } from './run-mutations.ts'
import { reasonToSurvive } from './survivors.ts'

/** The share of breaks that a run has to find. */
const goal = 0.95

const [pattern = ''] = process.argv.slice(2)
/** The runs leave messaging agents and calls behind, so a new service takes over from time to time. */
const mutationsPerService = 150
let service = await startEmbeddedService()
let options = await service.wholeRunWithIds()
const startedAt = performance.now()
const baseline = await runBaseline(service, options)
const selected = listMutations(baseline, service).filter(({ endpoint, kind, what }) =>
  new RegExp(pattern).test(`${endpoint} ${kind} ${what}`),
)
console.log(`${selected.length} mutations`)

const counts = new Map<MutationKind, Record<MutationResult, number>>(
  mutationKinds.map((kind) => [kind, { found: 0, survived: 0, 'never met': 0 }]),
)
const unexpected: string[] = []
for (const [index, mutation] of selected.entries()) {
  if (index > 0 && index % mutationsPerService === 0) {
    await service.close()
    service = await startEmbeddedService()
    options = await service.wholeRunWithIds()
  }
  const result = await runMutation(service, options, baseline, mutation)
  const ofKind = counts.get(mutation.kind)
  if (ofKind !== undefined) ofKind[result]++
  if (result === 'found') continue
  const reason = result === 'survived' ? reasonToSurvive(mutation) : 'No answer of the run has this.'
  const line = `${result.padEnd(10)}${mutation.endpoint}  ${mutation.kind}: ${mutation.what}`
  console.log(`${line}${reason === undefined ? '' : `  (${reason})`}`)
  if (reason === undefined) unexpected.push(line)
}
await service.close()

const row = (name: string, { found, survived, 'never met': neverMet }: Record<MutationResult, number>) =>
  `${name.padEnd(28)}${String(found).padStart(6)}${String(survived).padStart(10)}${String(neverMet).padStart(11)}`
const total = [...counts.values()].reduce((sum, one) => ({
  found: sum.found + one.found,
  survived: sum.survived + one.survived,
  'never met': sum['never met'] + one['never met'],
}))
const share = total.found / Math.max(1, total.found + total.survived)
console.log(`\n${'Broken'.padEnd(28)} found  survived  never met`)
for (const [kind, one] of counts) if (Object.values(one).some((count) => count > 0)) console.log(row(kind, one))
console.log(row('all', total))
console.log(`\n${(share * 100).toFixed(1)} % found, in ${Math.round((performance.now() - startedAt) / 1_000)} s.`)
if (unexpected.length > 0) console.log(`\nSurvived without a known reason:\n${unexpected.join('\n')}`)
process.exitCode = share >= goal && unexpected.length === 0 ? 0 : 1
