/** The options of a conformance run, from arguments or environment variables. A key in the environment is not in the process list. */
import { parseArgs } from 'node:util'
import { e164Pattern, idPattern } from '#contract/index.ts'

export interface Options {
  url: URL
  apiKey: string
  workspace: string
  /** A workspace that the key may not use. */
  foreignWorkspace: string | undefined
  hasEffects: boolean
  /** Also makes records that nothing can delete. */
  makesPermanent: boolean
  checksLimits: boolean
  /** What could not be checked counts as a failure. */
  isStrict: boolean
  /** How long to wait for a call in progress, seconds. */
  callWaitSeconds: number
  /** Requests a minute; null: 60, fewer after a 429. */
  requestsPerMinute: number | null
  /** The port that receives events; null: none. */
  listenPort: number | null
  /** Signs events. */
  webhookSecret: string
  /** The file for the JSON report. */
  jsonFile: string | undefined
  /** The agent that places calls. */
  agent: string | undefined
  /** IDs to read, by the name of their path parameter. */
  ids: Map<string, string>
  drafts: { conversationId: string; messageId: string }[]
  /** The only numbers that are called or sent messages. */
  numbers: string[]
}

export const help = `Checks whether a deployment of the service conforms to the documented interface.

  npm run conformance -- --url https://… --key … --workspace …

  --url, --key, --workspace     the service (default: SERVICE_URL, SERVICE_API_KEY, SERVICE_WORKSPACE_ID)
  --foreign-workspace <id>      a workspace that the key may not use, to check that it is refused

  Records to read, since the specification lists only agents and flows:
  --agent <id>                  the agent to read, which also places the call (default: the first agent that is ready)
  --conversation <id>  --batch <id>
  --room <roomName>             the room of a call in progress
  --wait-for-call <seconds>     how long to wait for a call in progress, if no --room or --number is given (default: 60)

  --effects                     also checks endpoints that change something; changes and deletes only records that it created
  --number <+…>                 the only number that is called and sent messages (can be repeated; the first is called)
  --draft <conversation>/<message>
                                a message to decide, needed only if the service cannot draft one (can be repeated; one is
                                rejected, and one is sent if it goes to a --number)
  --permanent                   also makes one messaging agent and one message flow, which nothing can delete
  --limits                      also checks the rate limit, by using it up for the whole organization

  --listen <port>               receives events of the service during the run, and checks their signature and data. Set the service's
                                webhook address to http://<this machine>:<port>/ first
  --webhook-secret <secret>     what the service signs events with (default: SERVICE_WEBHOOK_SECRET)
  --strict                      counts what could not be checked as a failure
  --rate <n>                    requests per minute (default: 60, halved after each 429)
  --json <file>                 also writes the report as JSON
  --help                        shows this help

Without --effects, nothing is changed.

Exit codes: 0 if nothing is missing or wrong; 1 if anything is, or with --strict was not checked; 2 if it could not run, was stopped,
or the service went away in the middle.
`

/** Invalid arguments. The message lists every mistake. */
export class InvalidOptionsError extends Error {}

/**
 * Reads arguments and environment.
 *
 * @returns null for `--help`
 * @throws InvalidOptionsError
 */
export function readOptions(args: string[], environment: Record<string, string | undefined>): Options | null {
  const values = parseArguments(args)
  if (values.help) return null
  const mistakes: string[] = []
  const required = (given: string | undefined, name: string, option: string): string => {
    const value = given ?? environment[name]
    if (!value) mistakes.push(`${option} is missing (or ${name} in the environment).`)
    return value ?? ''
  }
  const address = required(values.url, 'SERVICE_URL', '--url')
  const apiKey = required(values.key, 'SERVICE_API_KEY', '--key')
  const [workspace = ''] = required(values.workspace, 'SERVICE_WORKSPACE_ID', '--workspace').split(/[=,]/)
  const url = URL.canParse(address) ? new URL(address) : null
  if (address !== '' && !/^https?:$/.test(url?.protocol ?? '')) mistakes.push('--url must be an http or https address.')
  const ids = new Map(
    Object.entries({
      agentId: values.agent,
      conversationId: values.conversation,
      batchId: values.batch,
      roomName: values.room,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  for (const [name, id] of ids) if (!idPattern.test(id)) mistakes.push(`${name} is not a valid ID: ${id}`)
  const drafts = values.draft.map((text) => {
    const [conversationId = '', messageId = '', excessPart] = text.split('/')
    if (excessPart !== undefined || ![conversationId, messageId].every((id) => idPattern.test(id)))
      mistakes.push(`--draft must be <conversation id>/<message id>: ${text}`)
    return { conversationId, messageId }
  })
  for (const number of values.number)
    if (!e164Pattern.test(number))
      mistakes.push(`--number must be in E.164 format, for example +14155550134: ${number}`)
  const rate = values.rate === undefined ? null : Number(values.rate)
  if (rate !== null && !(rate >= 1 && rate <= 100_000)) mistakes.push('--rate must be a number from 1 to 100000.')
  const listenPort = values.listen === undefined ? null : Number(values.listen)
  const webhookSecret = values['webhook-secret'] ?? environment.SERVICE_WEBHOOK_SECRET ?? ''
  if (listenPort !== null && !(Number.isInteger(listenPort) && listenPort >= 0 && listenPort <= 65_535))
    mistakes.push('--listen must be a port from 0 to 65535.')
  if (listenPort !== null && webhookSecret === '')
    mistakes.push('--listen requires --webhook-secret (or SERVICE_WEBHOOK_SECRET in the environment).')
  const callWaitSeconds = Number(values['wait-for-call'] ?? 60)
  if (!(callWaitSeconds >= 0 && callWaitSeconds <= 3_600))
    mistakes.push('--wait-for-call must be a number of seconds from 0 to 3600.')
  if (!values.effects && (values.number.length > 0 || drafts.length > 0 || values.permanent))
    mistakes.push('--number, --draft and --permanent require --effects.')
  if (mistakes.length > 0 || url === null) throw new InvalidOptionsError(mistakes.join('\n'))
  return {
    url,
    apiKey,
    workspace,
    foreignWorkspace: values['foreign-workspace'],
    hasEffects: values.effects,
    makesPermanent: values.permanent,
    checksLimits: values.limits,
    isStrict: values.strict,
    callWaitSeconds,
    listenPort,
    webhookSecret,
    requestsPerMinute: rate,
    jsonFile: values.json,
    agent: values.agent,
    ids,
    drafts,
    numbers: values.number,
  }
}

const textOption = { type: 'string' } as const
const repeatableTextOption = { type: 'string', multiple: true, default: [] as string[] } as const
const flagOption = { type: 'boolean', default: false } as const

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        url: textOption,
        key: textOption,
        workspace: textOption,
        'foreign-workspace': textOption,
        agent: textOption,
        conversation: textOption,
        batch: textOption,
        room: textOption,
        effects: flagOption,
        number: repeatableTextOption,
        draft: repeatableTextOption,
        permanent: flagOption,
        limits: flagOption,
        strict: flagOption,
        'wait-for-call': textOption,
        listen: textOption,
        'webhook-secret': textOption,
        rate: textOption,
        json: textOption,
        help: flagOption,
      },
    }).values
  } catch (error) {
    throw new InvalidOptionsError((error as Error).message)
  }
}
